import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { FOR_EVER } from "#shell/machine/machine.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { httpGet } from "../../network/http/http-get.ts";
import { nodeServes } from "../../processes/node-serves.ts";
import { mayBind } from "../bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../container-applet.ts";

/**
 * Node.js with the few scripts that test pods run: `node -e script`, `node file`, or a script on the standard input.
 *
 * A script is recognised by what it calls; no JavaScript is interpreted.
 */
export const node: ContainerApplet = (call) => {
  const { args, state } = call;
  if (state !== undefined) return printFetched(call, state as Fetched);
  if (args[0] === "-v" || args[0] === "--version") return print(call, `${VERSION}\n`);
  if (args[0] === "-e") return runScript(call, args[1] ?? "");
  const [path = "-"] = args;
  if (path === "-") return call.withInput((bytes) => runScript(call, bytes));
  const content = call.machine.fs.read(call.path(path));
  return content.ok ? runScript(call, content.bytes) : fail(call, `Error: Cannot find module '${call.path(path)}'`);
};

const VERSION = "v24.21.0";

const print = (call: ContainerCall, text: string): number => {
  call.out(text);
  return 0;
};

const fail = (call: ContainerCall, message: string): number => {
  call.err(`${message}\n\nNode.js ${VERSION}\n`);
  return 1;
};

type Program = (call: ContainerCall, match: RegExpExecArray, script: string) => AppletResult;

const runScript = (call: ContainerCall, bytes: string): AppletResult => {
  const script = fromBytes(bytes);
  for (const [pattern, program] of PROGRAMS) {
    const match = pattern.exec(script);
    if (match !== null) return program(call, match, script);
  }
  return fail(call, "Error: Cannot run this script");
};

/** Waits for requests; what it answers is in the name of what its socket serves. */
const serve: Program = (call, [, handler = "", port, greeting]) => {
  if (!mayBind(call, Number(port))) return fail(call, `Error: listen EACCES: permission denied 0.0.0.0:${port}`);
  if (greeting !== undefined) call.out(toBytes(`${greeting}\n`));
  call.proc.heapMiB = RESTING_MIB;
  call.proc.sockets = [{ port: Number(port), protocol: "TCP", serves: nodeServes(handler) }];
  return { wait: FOR_EVER, state: undefined };
};

/** Takes memory until the container has none left. */
const devour: Program = (call, [, greeting]) => {
  if (greeting !== undefined) call.out(toBytes(`${greeting}\n`));
  call.proc.heapMiB = Number.MAX_SAFE_INTEGER;
  return { wait: FOR_EVER, state: undefined };
};

/** Result of a `fetch`, and the script that says which part of it is printed. */
interface Fetched {
  readonly script: string;
  readonly body?: string;
  readonly code?: string;
}

const fetchUrl: Program = (call, [, host = "", port = "80", path = "/"], script) => {
  const { world, process } = call.machine;
  const caller = callerOfProcess(world, process);
  const result = httpGet(world, caller, { host, port: Number(port), method: "GET", path, timeoutMs: FETCH_MS });
  const fetched: Fetched =
    result.kind === "response" ? { script, body: result.body } : { script, code: FETCH_ERRORS[result.kind] ?? "ECONNRESET" };
  const tookMs = result.kind === "timed-out" ? CONNECT_MS : Math.max(1, result.latencyMs);
  return call.awaitTime(call.machine.nowMs + Math.ceil(tookMs), fetched);
};

const FETCH_MS = 300_000;
const CONNECT_MS = 10_000;
const FETCH_ERRORS: Readonly<Record<string, string>> = {
  refused: "ECONNREFUSED",
  "no-such-host": "ENOTFOUND",
  "timed-out": "UND_ERR_CONNECT_TIMEOUT",
};

const printFetched = (call: ContainerCall, { script, body, code }: Fetched): number => {
  if (body !== undefined) return print(call, toBytes(WAYS_TO_PRINT.find(([pattern]) => pattern.test(script))?.[1](body) ?? ""));
  return script.includes("e.cause.code") ? print(call, `${code}\n`) : fail(call, "TypeError: fetch failed");
};

const WAYS_TO_PRINT: readonly (readonly [pattern: RegExp, printed: (body: string) => string])[] = [
  [/stdout\.write\(t\)/, (body) => body],
  [/console\.log\(t\.trim\(\)\)/, (body) => `${body.trim()}\n`],
  [/console\.log\(t\)|then\(console\.log\)/, (body) => `${body}\n`],
];

/** Memory of a Node.js process that waits for requests. */
const RESTING_MIB = 40;

const PROGRAMS: readonly (readonly [pattern: RegExp, program: Program])[] = [
  [/createServer\((.*)\)\.listen\((\d+)(?:,\s*\(\)\s*=>\s*console\.log\('([^']*)'\))?\)/s, serve],
  [/(?:console\.log\('([^']*)'\);\s*)?for\s*\(;;\).*Buffer\.alloc/, devour],
  [/^\s*fetch\(['"]http:\/\/([\w.-]+)(?::(\d+))?([^'"]*)['"]\)/, fetchUrl],
];
