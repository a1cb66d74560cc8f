import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Contact } from "#sim/programs/runtime/process-network.ts";

/** An open connection, or the reason why there is none. */
export type Dialled = { readonly kind: "connected"; readonly socket: Socket } | DialFailure;
export type DialFailure = Exclude<Extract<Contact<never>, { kind: "failed" }>["outcome"], { kind: "connected" }>;

/** Opens a TCP connection. Never rejects. */
export const dial = (host: string, port: number, timeoutMs: number): Promise<Dialled> =>
  new Promise((resolve) => {
    if (host === "" || port < 1 || port > 65_535) return resolve({ kind: "no-such-host", host });
    const socket = connect({ host, port, noDelay: true });
    let address = `${host}:${port}`;
    const end = (result: Dialled): void => {
      clearTimeout(timer);
      if (result.kind !== "connected") socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ kind: "dropped", address }), timeoutMs);
    socket.on("lookup", (_error, ip: string | undefined) => {
      if (ip !== undefined && ip !== "") address = `${ip}:${port}`;
    });
    socket.once("connect", () => end({ kind: "connected", socket }));
    // Stays for the connection's life: whoever uses it learns of its end by `close`.
    socket.on("error", (error: NodeJS.ErrnoException) => end(failureOf(error, host, address)));
  });

const failureOf = ({ code, syscall }: NodeJS.ErrnoException, host: string, address: string): DialFailure => {
  if (syscall !== "getaddrinfo") return code === "ETIMEDOUT" ? { kind: "dropped", address } : { kind: "refused", address };
  const server = nameServer();
  return { kind: "no-such-host", host, why: code === "EAI_AGAIN" ? "server-timeout" : "nxdomain", ...(server !== undefined && { server }) };
};

const nameServer = (): string | undefined => {
  try {
    return /^nameserver\s+(\S+)/m.exec(readFileSync("/etc/resolv.conf", "utf8"))?.[1];
  } catch {
    return undefined;
  }
};
