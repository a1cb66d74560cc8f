import type { Server } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/**
 * Listens on an address.
 *
 * @param port 0: any free port
 * @returns the address with the port, `host:port`
 */
export const listenOn = async (server: Server | TlsServer, host: string, port: number): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return `${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
};
