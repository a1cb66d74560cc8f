import type { PersistentLog } from "../../kernel/persistent-log.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESS_HISTORY, type Process, type ProcessKey, type ProcessRecord } from "../../processes/process.ts";

/** One run of a container's process. */
export interface Instance {
  readonly process: Process;
  /** Missing: not yet. */
  readonly listeningAtMs?: number;
  /** Missing: it runs. */
  readonly endedAtMs?: number;
}

/** All runs of a container, oldest first; those of a pod that is gone too. */
export const instancesOf = (world: World, key: ProcessKey): readonly Instance[] => {
  const log = world.log<ProcessRecord>(PROCESS_HISTORY);
  return world.memo<Index>("apps/instances", log.length, (before) => extendIndex(before ?? NO_RUNS, log)).instances.get(key) ?? [];
};

interface Index {
  /** So many entries of the history are in it. */
  readonly upTo: number;
  readonly instances: ReadonlyMap<ProcessKey, readonly Instance[]>;
}

const NO_RUNS: Index = { upTo: 0, instances: new Map() };

/** An index with what happened since; the one before stays as it is, for others share it. */
const extendIndex = ({ upTo, instances: before }: Index, log: PersistentLog<ProcessRecord>): Index => {
  const changed = new Map<ProcessKey, Instance[]>();
  for (let i = upTo; i < log.length; i++) {
    const record = log.at(i) as ProcessRecord;
    const { key } = record.process;
    let runs = changed.get(key);
    if (runs === undefined) {
      runs = [...(before.get(key) ?? [])];
      changed.set(key, runs);
    }
    addRecord(runs, record);
  }
  return { upTo: log.length, instances: new Map([...before, ...changed]) };
};

const addRecord = (runs: Instance[], { kind, atMs, process }: ProcessRecord): void => {
  if (kind === "started") {
    runs.push({ process });
    return;
  }
  const last = runs.pop();
  if (last !== undefined)
    runs.push(kind === "ended" ? { ...last, endedAtMs: atMs } : { ...last, process, listeningAtMs: last.listeningAtMs ?? atMs });
};
