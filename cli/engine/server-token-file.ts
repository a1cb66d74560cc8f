import { existsSync } from "node:fs";

/**
 * Finds the file with the token of a server: the one that is named, or the one that a server of this user and machine has written.
 * @param server `host:port`
 * @returns undefined: there is none
 */
export const serverTokenFile = async (server: string, tokenFile?: string): Promise<string | undefined> => {
  if (tokenFile !== undefined) return tokenFile === "" ? undefined : tokenFile;
  const { isLoopback, tokenFileOf } = await import("#env/open/config.ts");
  const path = tokenFileOf(server);
  return isLoopback(hostOf(server)) && existsSync(path) ? path : undefined;
};

const hostOf = (server: string): string => server.slice(0, server.lastIndexOf(":")).replaceAll(/[[\]]/g, "");
