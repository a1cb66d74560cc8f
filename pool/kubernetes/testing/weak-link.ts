import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A TCP relay to a server whose connections can be broken or stalled. */
export interface WeakLink {
  readonly port: number;
  /** Breaks all connections; new ones are accepted. */
  cut(): void;
  /** Stalls existing connections for good; new ones work. */
  clog(): void;
  close(): void;
}

/** Opens a relay on loopback. */
export const openWeakLink = async (host: string, port: number): Promise<WeakLink> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(port, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    clog: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    close: () => {
      cut();
      server.close();
    },
  };
};
