import { toTimestamp } from "#core/timestamp.ts";
import { listContainerFiles, readContainerFile, writeContainerFile } from "../container-files.ts";
import { type Command, type CommandInput, type CommandResult, done, fail } from "./command.ts";

/** Commands that only handle text and files. */
export const TEXT_COMMANDS: Readonly<Record<string, Command>> = {
  ":": () => done(),
  true: () => done(),
  false: () => ({ status: 1 }),
  echo: ({ args }) => done(renderEcho(args)),
  printf: ({ args: [format = "", ...values] }) => done(renderPrintf(format, values)),
  cat: (input) => (input.args.length === 0 ? done(input.stdin) : readAll(input)),
  hostname: ({ process }) => done(`${process.start.pod.metadata.name}\n`),
  date: ({ world, args }) => done(`${renderDate(world.nowMs(), args[0])}\n`),
  env: ({ env }) => done(renderEnvironment(env)),
  printenv: ({ env, args: [name] }) =>
    name === undefined ? done(renderEnvironment(env)) : env[name] === undefined ? { status: 1 } : done(`${env[name]}\n`),
  id: () => done("uid=0(root) gid=0(root) groups=0(root)\n"),
  whoami: () => done("root\n"),
  pwd: () => done("/\n"),
  ls: (input) => listFolder(input),
  seq: ({ args }) => done(renderSequence(args.map(Number))),
  expr: ({ args }) => done(`${evaluateExpression(args)}\n`),
  grep: (input) => grep(input),
  tee: (input) => {
    for (const path of input.args.filter((arg) => !arg.startsWith("-"))) writeContainerFile(input.world, input.process, path, input.stdin);
    return done(input.stdin);
  },
  touch: (input) => writeEach(input, (path) => readContainerFile(input.world, input.process, path) ?? ""),
  rm: (input) => writeEach(input, () => undefined),
  dd: ({ args }) => copyBlocks(args),
  head: ({ stdin }) => done(stdin.split("\n").slice(0, 10).join("\n")),
  wc: ({ stdin }) => done(`${stdin.split("\n").length - 1}\n`),
  test: (input) => ({ status: evaluateTest(input, input.args) ? 0 : 1 }),
  "[": (input) => ({ status: evaluateTest(input, input.args.slice(0, -1)) ? 0 : 1 }),
  ...Object.fromEntries(
    ["cd", "mkdir", "chmod", "chown", "sync", "set", "umask", "trap", "ln", "cp", "mv", "kill", "uname"].map((name) => [
      name,
      () => done(),
    ]),
  ),
};

const renderEcho = (args: readonly string[]): string => {
  const flags = /^-[neE]+$/.test(args[0] ?? "") ? (args[0] as string) : "";
  const text = (flags === "" ? args : args.slice(1)).join(" ");
  return `${flags.includes("e") ? unescapeText(text) : text}${flags.includes("n") ? "" : "\n"}`;
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };

const unescapeText = (text: string): string => text.replaceAll(/\\([ntr\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter);

const renderPrintf = (format: string, values: readonly string[]): string => {
  let next = 0;
  return unescapeText(format).replaceAll(/%([%sd])/g, (_, kind: string) => (kind === "%" ? "%" : (values[next++] ?? "")));
};

const readAll = ({ world, process, args }: CommandInput): CommandResult => {
  let stdout = "";
  for (const path of args) {
    const text = readContainerFile(world, process, path);
    if (text === undefined) return { status: 1, stdout, stderr: `cat: can't open '${path}': No such file or directory` };
    stdout += text;
  }
  return done(stdout);
};

const renderDate = (ms: number, format: string | undefined): string => {
  if (format === "+%s") return `${Math.floor(ms / 1000)}`;
  const iso = toTimestamp(ms);
  if (format !== undefined) return iso;
  const weekday = WEEKDAYS[Math.floor(ms / DAY_MS) % 7];
  const month = MONTHS[Number(iso.slice(5, 7)) - 1];
  return `${weekday} ${month} ${`${Number(iso.slice(8, 10))}`.padStart(2)} ${iso.slice(11, 19)} UTC ${iso.slice(0, 4)}`;
};

const DAY_MS = 86_400_000;

/** The Unix epoch was a Thursday. */
const WEEKDAYS = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const renderEnvironment = (env: Readonly<Record<string, string>>): string =>
  Object.keys(env)
    .map((name) => `${name}=${env[name]}\n`)
    .join("");

const listFolder = ({ world, process, args }: CommandInput): CommandResult => {
  const folder = (args.find((arg) => !arg.startsWith("-")) ?? "/").replace(/\/?$/, "/");
  const names = new Set(
    listContainerFiles(world, process)
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length).split("/")[0] ?? ""),
  );
  if (names.size === 0) return fail(`ls: ${folder.slice(0, -1)}: No such file or directory`);
  return done(
    [...names]
      .sort()
      .map((name) => `${name}\n`)
      .join(""),
  );
};

const renderSequence = (numbers: readonly number[]): string => {
  const [first = 1, last = first] = numbers.length < 2 ? [1, numbers[0]] : [numbers[0], numbers[numbers.length - 1]];
  const count = Math.min(Math.max(0, last - first + 1), SEQUENCE_MAX);
  return Array.from({ length: count }, (_, index) => `${first + index}\n`).join("");
};

const SEQUENCE_MAX = 10_000;

const evaluateExpression = ([a = "0", operator = "+", b = "0"]: readonly string[]): number => {
  const [x, y] = [Number(a), Number(b)];
  return operator === "-" ? x - y : operator === "*" ? x * y : operator === "/" ? Math.trunc(x / y) : operator === "%" ? x % y : x + y;
};

const grep = ({ stdin, args }: CommandInput): CommandResult => {
  const flags = args.filter((arg) => arg.startsWith("-")).join("");
  const pattern = args.find((arg) => !arg.startsWith("-")) ?? "";
  const lines = stdin.split("\n").filter((line) => line.includes(pattern) !== flags.includes("v"));
  if (flags.includes("c")) return { status: lines.length > 0 ? 0 : 1, stdout: `${lines.length}\n` };
  return { status: lines.length > 0 ? 0 : 1, stdout: flags.includes("q") ? "" : lines.map((line) => `${line}\n`).join("") };
};

const writeEach = ({ world, process, args }: CommandInput, content: (path: string) => string | undefined): CommandResult => {
  for (const path of args.filter((arg) => !arg.startsWith("-"))) writeContainerFile(world, process, path, content(path));
  return done();
};

const copyBlocks = (args: readonly string[]): CommandResult => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const count = option("count") ?? "0";
  return { status: 0, stderr: `${count}+0 records in\n${count}+0 records out` };
};

const evaluateTest = (input: CommandInput, args: readonly string[]): boolean => {
  const [a = "", operator, b = ""] = args;
  if (a === "!") return !evaluateTest(input, args.slice(1));
  if (args.length === 1) return a !== "";
  if (args.length === 2) return evaluateUnary(input, a, operator ?? "");
  return COMPARISONS[operator ?? ""]?.(a, b) ?? false;
};

const evaluateUnary = ({ world, process }: CommandInput, operator: string, value: string): boolean => {
  if (operator === "-z") return value === "";
  if (operator === "-n") return value !== "";
  if (operator === "-d") return listContainerFiles(world, process).some((path) => path.startsWith(`${value}/`));
  return readContainerFile(world, process, value) !== undefined;
};

const COMPARISONS: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "-eq": (a, b) => Number(a) === Number(b),
  "-ne": (a, b) => Number(a) !== Number(b),
  "-lt": (a, b) => Number(a) < Number(b),
  "-le": (a, b) => Number(a) <= Number(b),
  "-gt": (a, b) => Number(a) > Number(b),
  "-ge": (a, b) => Number(a) >= Number(b),
};
