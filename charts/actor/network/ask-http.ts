import { type DialFailure, dial } from "./dial.ts";

/** One HTTP request. */
export interface HttpQuestion {
  readonly host: string;
  readonly port: number;
  readonly method: "GET" | "PUT";
  readonly path: string;
  readonly body?: string;
}

export type HttpReply =
  | { readonly kind: "reply"; readonly status: number; readonly body: string }
  | { readonly kind: "failed"; readonly outcome: DialFailure };

/** Makes an HTTP request on a connection of its own. An answer that is not HTTP has status 0. Never rejects. */
export const askHttp = async ({ host, port, method, path, body = "" }: HttpQuestion): Promise<HttpReply> => {
  const dialled = await dial(host, port, DIAL_MS);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  const { socket } = dialled;
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  const text = await new Promise<string>((resolve) => {
    let received = "";
    socket.setEncoding("utf8");
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on("data", (part: string) => {
      received += part;
    });
    socket.on("close", () => resolve(received));
  });
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { kind: "reply", status: Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0), body: rest.join("\r\n\r\n") };
};

const DIAL_MS = 5000;
const ANSWER_MS = 5000;
