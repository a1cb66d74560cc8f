import type { PersistentLog } from "../kernel/persistent-log.ts";
import type { World } from "../kernel/world.ts";
import type { Process, ProcessKey } from "./process.ts";

/** A line that a process wrote to its standard output or error. */
export interface OutputLine {
  readonly atMs: number;
  readonly text: string;
  readonly stream: "stdout" | "stderr";
  /** True for last words after which no line break came. */
  readonly isPartial?: boolean;
}

/** Lines of one instance of a process, in the log of all output. */
export interface OutputRecord extends OutputLine {
  readonly key: ProcessKey;
  readonly startedAtMs: number;
}

/** Writes lines as the process, now. */
export const printLines = (world: World, process: Process, lines: readonly string[], stream: OutputLine["stream"] = "stdout"): void => {
  const log = world.log<OutputRecord>(OUTPUT);
  for (const text of lines) log.append({ key: process.key, startedAtMs: process.startedAtMs, atMs: world.nowMs(), text, stream });
};

/** Writes one line as the process, now. */
export const printLine = (
  world: World,
  process: Process,
  { text, stream, isPartial }: Pick<OutputLine, "text" | "stream"> & { readonly isPartial: boolean },
): void =>
  world.log<OutputRecord>(OUTPUT).append({
    key: process.key,
    startedAtMs: process.startedAtMs,
    atMs: world.nowMs(),
    text,
    stream,
    ...(isPartial ? { isPartial } : {}),
  });

/** Output of a process instance so far, oldest first, except lines about requests, which are derived elsewhere. */
export const outputOf = (world: World, key: ProcessKey, startedAtMs: number): readonly OutputLine[] =>
  outputIndex(world).get(`${key}@${startedAtMs}`) ?? [];

/** All that processes wrote so far from the given count of lines on. */
export const outputSince = (world: World, count: number): readonly OutputRecord[] => [...world.log<OutputRecord>(OUTPUT).from(count)];

const OUTPUT = "apps/output";

const outputIndex = (world: World): OutputIndex["lines"] => {
  const log = world.log<OutputRecord>(OUTPUT);
  return world.memo<OutputIndex>("apps/output-index", log.length, (before) => extendIndex(before ?? NO_OUTPUT, log)).lines;
};

interface OutputIndex {
  /** So many entries of the log are in it. */
  readonly upTo: number;
  /** By process and start. */
  readonly lines: ReadonlyMap<string, readonly OutputLine[]>;
}

const NO_OUTPUT: OutputIndex = { upTo: 0, lines: new Map() };

/** Extends an index by new output; the old one is left unchanged, since others share it. */
const extendIndex = ({ upTo, lines: before }: OutputIndex, log: PersistentLog<OutputRecord>): OutputIndex => {
  const added = new Map<string, OutputLine[]>();
  for (let i = upTo; i < log.length; i++) {
    const record = log.at(i) as OutputRecord;
    const key = `${record.key}@${record.startedAtMs}`;
    const known = added.get(key);
    if (known === undefined) added.set(key, [...(before.get(key) ?? []), record]);
    else known.push(record);
  }
  return { upTo: log.length, lines: new Map([...before, ...added]) };
};
