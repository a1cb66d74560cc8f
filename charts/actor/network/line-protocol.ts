import type { Socket } from "node:net";

/** Client of a protocol of JSON lines; many requests may be in flight on one connection. */
export interface LineClient {
  /** Sends a request. Undefined after a timeout, at the end of the connection, or for an invalid answer. */
  ask(request: object, timeoutMs: number): Promise<Answer | undefined>;
  readonly isOpen: boolean;
  close(): void;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Creates a client on an open connection. */
export const createLineClient = (socket: Socket): LineClient => {
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let last = 0;
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  };
  socket.on("close", end);
  readLines(socket, (line) => {
    const answer = parseLine(line);
    if (answer === undefined) return socket.destroy();
    waiting.get(Number(answer["id"]))?.(answer);
  });
  return {
    get isOpen() {
      return isOpen;
    },
    ask: (request, timeoutMs) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve(undefined);
        last += 1;
        const id = last;
        const answered = (answer: Answer | undefined): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => answered(undefined), timeoutMs);
        waiting.set(id, answered);
        socket.write(`${JSON.stringify({ id, ...request })}\n`);
      }),
    close: () => socket.destroy(),
  };
};

/** Answers each line of a connection; an invalid line ends it. */
export const serveLines = (socket: Socket, answer: (request: Answer) => Promise<object> | object): void => {
  socket.on("error", () => socket.destroy());
  readLines(socket, (line) => {
    const request = parseLine(line);
    if (request === undefined) return socket.destroy();
    void Promise.resolve(answer(request)).then((reply) => {
      if (socket.writable) socket.write(`${JSON.stringify({ id: request["id"], ...reply })}\n`);
    });
  });
};

const readLines = (socket: Socket, take: (line: string) => void): void => {
  let pending = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (pending + text).split("\n");
    pending = lines.pop() ?? "";
    if (pending.length > LINE_MAX) return socket.destroy();
    for (const line of lines) take(line);
  });
};

/** Maximum length of a line, bytes, more than any store holds. */
const LINE_MAX = 8 * 2 ** 20;

const parseLine = (line: string): Answer | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
};
