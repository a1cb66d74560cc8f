import type { BuiltinCall } from "./builtins.ts";

/** `ulimit`: what the runtime lets a process use. A new limit is taken without a word and never reached. */
export const showLimits: BuiltinCall = ({ machine, proc, shell, args }) => {
  const options = args.filter((arg) => /^-\w+$/.test(arg)).flatMap((arg) => [...arg.slice(1)]);
  const asked = options.filter((letter) => letter !== "H" && letter !== "S");
  const unknown = asked.find((letter) => letter !== "a" && !LIMITS.some(([flag]) => flag === letter));
  if (unknown !== undefined) {
    machine.write(proc, 2, `${shell.name}: ulimit: invalid option -- '${unknown}'\n`);
    return 1;
  }
  if (args.some((arg) => !arg.startsWith("-"))) return 0;
  if (asked.includes("a")) {
    for (const [flag, title, value] of LIMITS) machine.write(proc, 1, `${title.padEnd(32)}(-${flag}) ${value}\n`);
    return 0;
  }
  for (const letter of asked.length === 0 ? ["f"] : asked) machine.write(proc, 1, `${LIMITS.find(([flag]) => flag === letter)?.[2]}\n`);
  return 0;
};

const LIMITS: readonly (readonly [flag: string, title: string, value: string])[] = [
  ["c", "core file size (blocks)", "0"],
  ["d", "data seg size (kb)", "unlimited"],
  ["e", "scheduling priority", "0"],
  ["f", "file size (blocks)", "unlimited"],
  ["i", "pending signals", "96203"],
  ["l", "max locked memory (kb)", "8192"],
  ["m", "max memory size (kb)", "unlimited"],
  ["n", "open files", "20000"],
  ["q", "POSIX message queues (bytes)", "819200"],
  ["r", "real-time priority", "0"],
  ["s", "stack size (kb)", "8192"],
  ["t", "cpu time (seconds)", "unlimited"],
  ["p", "max user processes", "unlimited"],
  ["v", "address space (kb)", "unlimited"],
  ["x", "file locks", "unlimited"],
];
