import type { World } from "../../kernel/world.ts";
import { PROCESS_HISTORY, type Process, type ProcessKey, type ProcessRecord } from "../process.ts";

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
  return world.memo("apps/instances", log.length, () => indexInstances(log.from(0))).get(key) ?? [];
};

const indexInstances = (records: Iterable<ProcessRecord>): ReadonlyMap<ProcessKey, readonly Instance[]> => {
  const index = new Map<ProcessKey, Instance[]>();
  for (const { kind, atMs, process } of records) {
    const known = index.get(process.key);
    if (kind === "started") {
      if (known === undefined) index.set(process.key, [{ process }]);
      else known.push({ process });
      continue;
    }
    const last = known?.pop();
    if (last !== undefined)
      known?.push(kind === "ended" ? { ...last, endedAtMs: atMs } : { ...last, process, listeningAtMs: last.listeningAtMs ?? atMs });
  }
  return index;
};
