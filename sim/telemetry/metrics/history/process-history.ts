import type { World } from "../../../kernel/world.ts";
import { PROCESS_HISTORY, type Process, type ProcessRecord } from "../../../processes/process.ts";
import { createLogFold } from "./fold-log.ts";

/** One life of a container's process. */
export interface ProcessLife {
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly process: Process;
  readonly startedAtMs: number;
  /** Instants from which the ports were open; undefined while booting. */
  readonly listeningAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
}

/** Every life of every process, oldest first; the same list as long as no process started or ended. */
export const processLives = (world: World): readonly ProcessLife[] => {
  const index = livesOf(world.log<ProcessRecord>(PROCESS_HISTORY));
  let list = lists.get(index);
  if (list === undefined) {
    list = [...index.lives.values()];
    lists.set(index, list);
  }
  return list;
};

/** Tells whether a process had its ports open at an instant. */
export const listens = ({ listeningAtMs, endedAtMs }: ProcessLife, atMs: number): boolean =>
  listeningAtMs !== undefined && listeningAtMs <= atMs && (endedAtMs === undefined || endedAtMs > atMs);

interface Lives {
  readonly lives: Map<string, ProcessLife>;
}

const lists = new WeakMap<Lives, readonly ProcessLife[]>();

const livesOf = createLogFold<ProcessRecord, Lives>({
  empty: () => ({ lives: new Map() }),
  copy: ({ lives }) => ({ lives: new Map(lives) }),
  apply: ({ lives }, record) => {
    const { process } = record;
    const id = `${process.key} ${process.startedAtMs}`;
    const known = lives.get(id) ?? bornOf(process);
    if (record.kind === "started") lives.set(id, known);
    else if (record.kind === "listening") lives.set(id, { ...known, process, listeningAtMs: record.atMs });
    else lives.set(id, { ...known, endedAtMs: record.atMs, exitCode: record.exit.exitCode, reason: record.exit.reason });
  },
});

const bornOf = (process: Process): ProcessLife => {
  const [namespace = "", pod = "", container = ""] = process.key.split("/");
  return {
    key: process.key,
    namespace,
    pod,
    container,
    process,
    startedAtMs: process.startedAtMs,
    listeningAtMs: undefined,
    endedAtMs: undefined,
    exitCode: undefined,
    reason: undefined,
  };
};
