import { parseTimestamp, toMicroTimestamp, toTimestamp } from "#core/timestamp.ts";
import { formatDate } from "#shell/applets/format-date.ts";
import { readOptions } from "#shell/applets/options.ts";
import { type JournalLine, journalOf, kernelJournal } from "../journal/journal.ts";
import type { NodeCall, NodeProgram } from "../node-machine.ts";

/** `journalctl`: the journal of the machine, or of some of its services. */
export const journalctl: NodeProgram = (call) => {
  const options = readOptions(
    optionalCount(call.args),
    "u:n:S:U:o:p:b:g:t:fekxrqam unit=u lines=n since=S until=U output=o priority=p boot=b grep=g identifier=t follow=f pager-end=e dmesg=k catalog=x reverse=r quiet=q no-pager=m no-hostname=m no-full=m all=a utc=m",
  );
  if (options.unknown !== undefined) return call.fail(`unrecognized option '${options.unknown}'`);
  const { world, hostName: node } = call.machine;
  const nowMs = call.machine.nowMs;
  const [sinceMs, untilMs] = [instantOf(options.value("S"), nowMs), instantOf(options.value("U"), nowMs)];
  if (sinceMs === "bad" || untilMs === "bad")
    return call.fail(`Failed to parse timestamp: ${options.value(sinceMs === "bad" ? "S" : "U")}`);
  const units = options.values("u").map((unit) => unit.replace(/\.service$/, ""));
  const unknown = units.length > 0 && !units.some((unit) => UNITS.has(unit));
  const all = options.has("k") ? kernelJournal(world, node) : journalOf(world, node);
  const wanted = all.filter(
    (line) =>
      line.atMs <= Math.min(nowMs, untilMs ?? nowMs) &&
      line.atMs >= (sinceMs ?? 0) &&
      (units.length === 0 || units.includes(line.unit)) &&
      matches(line, options.value("g"), options.value("p")),
  );
  const count = options.value("n") ?? (options.has("e") || options.has("f") ? "1000" : undefined);
  const shown = count === undefined || count === "all" ? wanted : wanted.slice(-Number(count));
  if (shown.length === 0 || unknown) call.out("-- No entries --\n");
  else for (const line of options.has("r") ? [...shown].reverse() : shown) call.out(`${render(call, line, options.value("o"))}\n`);
  return 0;
};

const UNITS: ReadonlySet<string> = new Set(["kubelet", "containerd"]);

/** `-n` and `-b` may stand without a value. */
const optionalCount = (args: readonly string[]): readonly string[] =>
  args.flatMap((arg, at) => {
    const isNumber = /^[-+]?\d+$|^all$/.test(args[at + 1] ?? "");
    if ((arg === "-n" || arg === "--lines") && !isNumber) return ["-n", "10"];
    return (arg === "-b" || arg === "--boot") && !isNumber ? ["-b", "0"] : [arg];
  });

/** The instant that a word stands for, ms: a time, `today`, or so long ago. */
const instantOf = (text: string | undefined, nowMs: number): number | "bad" | undefined => {
  if (text === undefined) return undefined;
  const day = nowMs - (nowMs % 86_400_000);
  const named: Readonly<Record<string, number>> = { now: nowMs, today: day, yesterday: day - 86_400_000 };
  const known = named[text];
  if (known !== undefined) return known;
  const [, amount, unit] = /^-?\s*(\d+)\s*(s|sec|seconds?|m|min|minutes?|h|hours?|hr|d|days?|w|weeks?)(?:\s+ago)?$/.exec(text) ?? [];
  if (amount !== undefined) return nowMs - Number(amount) * (UNIT_MS[(unit as string)[0] as string] as number);
  const clock = /^\d\d:\d\d(:\d\d)?$/.test(text) ? `${toTimestamp(day).slice(0, 10)} ${text}` : text;
  const full = /^\d{4}-\d\d-\d\d$/.test(clock) ? `${clock} 00:00:00` : clock.replace(/ (\d\d:\d\d)$/, " $1:00");
  return (
    parseTimestamp(
      full
        .replace(" ", "T")
        .replace(/ ?UTC$|Z$/, "")
        .concat("Z"),
    ) ?? "bad"
  );
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const matches = ({ text }: JournalLine, pattern: string | undefined, priority: string | undefined): boolean =>
  (pattern === undefined || text.toLowerCase().includes(pattern.toLowerCase())) &&
  (priority === undefined || !/^(err|error|3|warning|4|crit|2|alert|1)$/.test(priority) || /^E\d|FAILURE|Failed/.test(text));

const render = ({ machine: { hostName } }: NodeCall, { atMs, by, text }: JournalLine, format: string | undefined): string => {
  if (format === "cat") return text;
  const stamp = format?.startsWith("short-iso") ? toMicroTimestamp(atMs).slice(0, 19).concat("+0000") : formatDate(atMs, "%b %d %H:%M:%S");
  return `${stamp} ${hostName} ${by}: ${text}`;
};
