import type { Socket } from "node:net";

/**
 * Redis' protocol, as far as clients and servers here need it.
 *
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export const writeCommand = (words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;

/** Hands over the first line of each reply that arrives; what is no reply ends the connection. */
export const readReplies = (socket: Socket, take: (firstLine: string) => void): void =>
  readParts(socket, (text) => {
    const end = replyEnd(text, 0);
    if (end === "invalid") return "invalid";
    if (end === undefined) return undefined;
    return { length: end, deliver: () => take(text.slice(0, text.indexOf("\r\n"))) };
  });

/** Hands over each command that arrives: an array of texts, or words on a line as people type them. */
export const readCommands = (socket: Socket, take: (words: readonly string[]) => void): void =>
  readParts(socket, (text) => {
    if (!text.startsWith("*")) {
      const end = text.indexOf("\n");
      if (end < 0) return undefined;
      const words = text.slice(0, end).trim().split(/\s+/).filter(Boolean);
      return { length: end + 1, deliver: () => words.length > 0 && take(words) };
    }
    const end = replyEnd(text, 0);
    if (end === "invalid") return "invalid";
    if (end === undefined) return undefined;
    return { length: end, deliver: () => take(textsIn(text.slice(0, end))) };
  });

type Part = { readonly length: number; readonly deliver: () => unknown } | "invalid" | undefined;

/** One character a byte, so that lengths in bytes are lengths. */
const readParts = (socket: Socket, part: (text: string) => Part): void => {
  let pending = "";
  socket.setEncoding("latin1");
  socket.on("error", () => socket.destroy());
  socket.on("data", (text: string) => {
    pending += text;
    for (;;) {
      const found = pending === "" ? undefined : part(pending);
      if (found === "invalid") return socket.destroy();
      if (found === undefined) break;
      pending = pending.slice(found.length);
      found.deliver();
    }
    if (pending.length > PENDING_MAX) socket.destroy();
  });
};

const PENDING_MAX = 2 ** 20;

/** End of the value that begins at a place; undefined: more is to come. */
const replyEnd = (text: string, at: number): number | "invalid" | undefined => {
  const line = text.indexOf("\r\n", at);
  if (line < 0) return /^[-+:$*]/.test(text.slice(at)) || at >= text.length ? undefined : "invalid";
  const next = line + 2;
  const count = Number(text.slice(at + 1, line));
  switch (text[at]) {
    case "+":
    case "-":
    case ":":
      return next;
    case "$":
      if (count < 0) return next;
      return text.length < next + count + 2 ? undefined : next + count + 2;
    case "*": {
      let end: number | "invalid" | undefined = next;
      for (let left = count; left > 0 && typeof end === "number"; left--) end = replyEnd(text, end);
      return end;
    }
    default:
      return "invalid";
  }
};

/** Texts in an array of them. */
const textsIn = (array: string): readonly string[] => {
  const found: string[] = [];
  let at = array.indexOf("\r\n") + 2;
  while (at < array.length) {
    const line = array.indexOf("\r\n", at);
    const count = Number(array.slice(at + 1, line));
    found.push(Buffer.from(array.slice(line + 2, line + 2 + count), "latin1").toString("utf8"));
    at = line + 2 + count + 2;
  }
  return found;
};
