import type { DrillError } from "#core/drill-error.ts";

/** Error message of kubectl for a server that does not answer; undefined for another failure. */
export const connectionText = (error: DrillError): string | undefined => {
  if (error.code !== "BACKEND_DOWN") return undefined;
  const server = /https?:\/\/\S+/.exec(error.what)?.[0];
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return server === undefined || cause === undefined ? `error: ${error.what}` : noAnswerText(server, cause);
};

/** Message of a failed connection to an address. */
export const noAnswerText = (server: string, cause: NodeJS.ErrnoException): string => {
  const { host, hostname } = new URL(server);
  const address = host === hostname ? `${host}:${server.startsWith("https:") ? 443 : 80}` : host;
  const codes = [cause.code, ...((cause as { errors?: readonly NodeJS.ErrnoException[] }).errors ?? []).map(({ code }) => code)];
  if (codes.includes("ECONNREFUSED")) return `The connection to the server ${host} was refused - did you specify the right host or port?`;
  if (codes.includes("ENOTFOUND")) return `Unable to connect to the server: dial tcp: lookup ${hostname}: no such host`;
  if (codes.includes("ETIMEDOUT")) return `Unable to connect to the server: dial tcp ${address}: i/o timeout`;
  if (/self-signed|unable to (verify|get)|UNABLE_TO/.test(`${cause.code} ${cause.message}`))
    return "Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority";
  return `Unable to connect to the server: ${cause.message}`;
};
