import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/**
 * Reads the token of a server: of the file that is named, or of the one that a server of this user and machine has written.
 * @param server `host:port`
 * @returns undefined: there is none
 */
export const serverToken = async (server: string, tokenFile?: string): Promise<string | undefined> => {
  const path = tokenFile ?? (await ownTokenFile(server));
  return path === undefined || path === "" ? undefined : (await readFile(path, "utf8")).trim();
};

const ownTokenFile = async (server: string): Promise<string | undefined> => {
  const { isLoopback, tokenFileOf } = await import("#env/open/config.ts");
  const path = tokenFileOf(server);
  return isLoopback(hostOf(server)) && existsSync(path) ? path : undefined;
};

const hostOf = (server: string): string => server.slice(0, server.lastIndexOf(":")).replaceAll(/[[\]]/g, "");
