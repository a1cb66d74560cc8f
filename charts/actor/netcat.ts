import { connect, createServer, type Socket } from "node:net";
import { parseArgs } from "node:util";

/** Plays `nc` of a full busybox, which many Linux distributions build without `-z` and `-v`. */
export const playNetcat = (args: readonly string[]): void => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: false });
  if (values["l"] === true) return void createServer((socket) => converse(socket)).listen(Number(values["p"] ?? positionals.at(-1)));
  const [host = "", port = ""] = positionals;
  const say = (text: string): void => void (values["v"] === true && process.stderr.write(`${text}\n`));
  const socket = connect({ host, port: Number(port) });
  const seconds = Number(values["w"] ?? 0);
  if (seconds > 0) socket.setTimeout(seconds * 1000, () => socket.destroy(new Error("timed out")));
  socket.once("error", ({ message }) => {
    say(`nc: ${host}:${port}: ${message}`);
    process.exit(1);
  });
  socket.once("connect", () => {
    say(`${host} (${socket.remoteAddress}:${port}) open`);
    if (values["z"] === true) process.exit(0);
    converse(socket);
  });
};

const OPTIONS = {
  l: { type: "boolean", short: "l" },
  p: { type: "string", short: "p" },
  v: { type: "boolean", short: "v" },
  w: { type: "string", short: "w" },
  z: { type: "boolean", short: "z" },
} as const;

const converse = (socket: Socket): void => {
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
  socket.once("close", () => process.exit(0));
};
