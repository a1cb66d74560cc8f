import { connect, resolveHost } from "../../network/connect.ts";
import { httpGet } from "../../network/http-get.ts";
import { resolverOf } from "../../network/resolve-host.ts";
import { callerOfProcess } from "../process-caller.ts";
import { memoryOf, setMemory } from "../process-memory.ts";
import { type Command, type CommandInput, type CommandResult, done, fail } from "./command.ts";

/** Commands that use the network or wait. */
export const NETWORK_COMMANDS: Readonly<Record<string, Command>> = {
  sleep: ({ args }) => sleep(args),
  tail: (input) => tail(input),
  top: () => ({ status: 0, runsForever: true }),
  httpd: ({ args }) => startHttpd(args),
  nc: (input) => netcat(input),
  nslookup: (input) => lookUp(input),
  wget: (input) => wget(input),
  ping: (input) => ping(input),
};

/** The end of an endless file is looked for in memory. */
const tail = ({ world, process, args, stdin }: CommandInput): CommandResult => {
  if (args.includes("/dev/zero")) setMemory(world, process, memoryOf(world, process), READS_MIB_PER_S);
  return args.includes("/dev/zero") || args.includes("-f") ? { status: 0, runsForever: true } : done(stdin);
};

const READS_MIB_PER_S = 200;

const UNITS: Readonly<Record<string, number>> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const sleep = (args: readonly string[]): CommandResult => {
  if (args[0] === "infinity" || args[0] === "inf") return { status: 0, runsForever: true };
  let waitMs = 0;
  for (const arg of args) {
    const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(arg);
    if (match === null) return fail(`sleep: invalid number '${arg}'`);
    waitMs += Number(match[1]) * (UNITS[match[2] ?? ""] ?? 1000);
  }
  return { status: 0, waitMs: Math.round(waitMs) };
};

/** Without -f it goes to the background, and the command that started it is done. */
const startHttpd = (args: readonly string[]): CommandResult => {
  const port = Number((optionOf(args, "-p") ?? "80").split(":").pop());
  const home = optionOf(args, "-h") ?? ".";
  if (!Number.isInteger(port) || port <= 0) return fail(`httpd: bad port '${optionOf(args, "-p")}'`);
  const isForeground = args.some((arg) => /^-[a-z]*f/.test(arg));
  return { status: 0, sockets: [{ port, protocol: "TCP", serves: `httpd/${home}` }], ...(isForeground ? { runsForever: true } : {}) };
};

const optionOf = (args: readonly string[], flag: string): string | undefined => {
  const index = args.findIndex(
    (arg) => arg === flag || (arg.startsWith("-") && !arg.startsWith("--") && arg.length > 2 && arg.endsWith(flag.slice(1))),
  );
  if (index >= 0) return args[index + 1];
  return args.find((arg) => arg.startsWith(flag) && arg.length > flag.length)?.slice(flag.length);
};

const netcat = (input: CommandInput): CommandResult => {
  const { args, stdin } = input;
  if (args.some((arg) => /^-[a-z]*l/.test(arg))) {
    const port = Number(optionOf(args, "-p") ?? args.find((arg) => /^\d+$/.test(arg)));
    return { status: 0, sockets: [{ port, protocol: "TCP", serves: `nc/${stdin}` }], runsForever: true };
  }
  const [host = "", port = "0"] = args.filter((arg) => !arg.startsWith("-")).slice(-2);
  const outcome = connect(input.world, callerOfProcess(input.world, input.process), host, Number(port))[0]?.outcome;
  if (outcome?.kind === "connected") return done();
  if (outcome?.kind === "no-such-host") return fail(`nc: bad address '${host}'`);
  if (outcome?.kind === "refused") return fail(`nc: can't connect to remote host (${outcome.address.split(":")[0]}): Connection refused`);
  return {
    ...fail(`nc: can't connect to remote host (${outcome?.address.split(":")[0]}): Connection timed out`),
    waitMs: Number(optionOf(args, "-w") ?? "130") * 1000,
  };
};

const lookUp = ({ world, process, args }: CommandInput): CommandResult => {
  const host = args.find((arg) => !arg.startsWith("-")) ?? "";
  const caller = callerOfProcess(world, process);
  const server = resolverOf(world, process.start.pod, caller).servers[0] ?? "127.0.0.1";
  const resolution = resolveHost(world, caller, host);
  if (resolution.kind === "addresses") {
    return done(
      `Server:\t\t${server}\nAddress:\t${server}:53\n\n${resolution.addresses.map((address) => `Name:\t${resolution.name}\nAddress: ${address}\n`).join("")}\n`,
    );
  }
  if (resolution.why === "nxdomain")
    return { status: 1, stdout: `Server:\t\t${server}\nAddress:\t${server}:53\n\n** server can't find ${host}: NXDOMAIN\n\n` };
  return {
    status: 1,
    stdout: ";; connection timed out; no servers could be reached\n\n",
    waitMs: resolution.why === "server-timeout" ? 10_000 : 0,
  };
};

const wget = ({ world, process, args }: CommandInput): CommandResult => {
  const url =
    args.find(
      (arg) =>
        !arg.startsWith("-") &&
        /^(http:\/\/)?[\w.-]+(:\d+)?(\/|$)/.test(arg) &&
        args[args.indexOf(arg) - 1] !== "-O" &&
        args[args.indexOf(arg) - 1] !== "-T",
    ) ?? "";
  const match = /^(?:http:\/\/)?([\w.-]+)(?::(\d+))?(\/.*)?$/.exec(url);
  if (match === null) return fail(`wget: bad address '${url}'`);
  const [, host = "", port = "80", path = "/"] = match;
  const timeoutMs = Number(optionOf(args, "-T") ?? "60") * 1000;
  const result = httpGet(world, callerOfProcess(world, process), { host, port: Number(port), method: "GET", path, timeoutMs });
  const waitMs = result.latencyMs;
  if (result.kind === "no-such-host") return { ...fail(`wget: bad address '${host}${match[2] === undefined ? "" : `:${port}`}'`), waitMs };
  if (result.kind === "refused")
    return { ...fail(`wget: can't connect to remote host (${result.detail.replace(/:\d+$/, "")}): Connection refused`), waitMs };
  if (result.kind === "timed-out") return { ...fail("wget: download timed out"), waitMs };
  if (result.kind !== "response") return { ...fail("wget: error getting response: Connection reset by peer"), waitMs };
  if (result.status >= 400)
    return {
      ...fail(
        `wget: server returned error: HTTP/1.1 ${result.status} ${result.status === 404 ? "Not Found" : result.status === 500 ? "Internal Server Error" : "Error"}`,
      ),
      waitMs,
    };
  const toStdout = optionOf(args, "-O") === "-" || args.some((arg) => arg.endsWith("O-"));
  return { status: 0, stdout: toStdout ? result.body : "", waitMs };
};

/** Cluster addresses answer no ping. */
const ping = ({ args }: CommandInput): CommandResult => {
  const host = args.filter((arg) => !/^-|^\d+$/.test(arg)).pop() ?? "";
  return {
    status: 1,
    stdout: `PING ${host}: 56 data bytes\n\n--- ${host} ping statistics ---\n1 packets transmitted, 0 packets received, 100% packet loss\n`,
    waitMs: 2000,
  };
};
