/** Answer from an address, or kubectl's error when there is none. */
export type Download = { readonly status: number; readonly statusText: string; readonly text: string } | { readonly problem: string };

/** Error of a machine without a network, for any host. */
export const noSuchHost = (address: string): string => {
  const [, host = ""] = HOST.exec(address) ?? [];
  const hostname = host.replace(/:\d+$/, "");
  if (hostname === "localhost" || hostname.startsWith("127."))
    return `The connection to the server ${host} was refused - did you specify the right host or port?`;
  return `Unable to connect to the server: dial tcp: lookup ${hostname}: no such host`;
};

/** Host and port of an address, after a user's name. */
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i;
