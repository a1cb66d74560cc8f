import { connect } from "node:net";

/** True if an address accepts TCP connections from this machine. */
export const canConnect = ({ host, port }: { readonly host: string; readonly port: number }, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on("connect", end(true));
    socket.on("timeout", end(false));
    socket.on("error", end(false));
  });
