import { type DialFailure, dial } from "./dial.ts";

/** One HTTP request. */
export interface HttpQuestion {
  readonly host: string;
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Patience with the connection; missing: 5000. */
  readonly dialMs?: number;
  /** Patience with the answer once connected; missing: 5000. */
  readonly answerMs?: number;
}

export type HttpReply =
  /** An answer that is not HTTP has status 0. */
  { readonly kind: "reply"; readonly status: number; readonly body: string } | { readonly kind: "failed"; readonly outcome: DialFailure };

/** Makes an HTTP request on a connection of its own. Never rejects. */
export const askHttp = async (question: HttpQuestion): Promise<HttpReply> => {
  const { host, port, dialMs = PATIENCE_MS, answerMs = PATIENCE_MS } = question;
  const dialled = await dial(host, port, dialMs);
  if (dialled.kind !== "connected") return { kind: "failed", outcome: dialled };
  const { socket } = dialled;
  socket.write(write(question));
  const text = await new Promise<string>((resolve) => {
    let received = "";
    socket.setEncoding("utf8");
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.on("data", (part: string) => {
      received += part;
    });
    socket.on("close", () => resolve(received));
  });
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { kind: "reply", status: Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0), body: rest.join("\r\n\r\n") };
};

const PATIENCE_MS = 5000;

const write = ({ host, port, method, path, headers = {}, body = "" }: HttpQuestion): string => {
  const all = { Host: `${host}:${port}`, "User-Agent": "Go-http-client/1.1", ...headers, "Content-Length": Buffer.byteLength(body) };
  const lines = Object.entries({ ...all, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
};
