import { isRecording, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { instanceOf } from "../../processes/process-keys.ts";

/** Requests that wait in front of processes which were given more than they could do, by the process's instance; none: it has no entry. */
export type Backlogs = Readonly<Record<string, number>>;

/** The backlogs of this instant. */
export const backlogsOf = (world: World): Backlogs => {
  const was = world.map<Backlogs>(BACKLOGS).get(ALL);
  if (isRecording()) recordRead({ kind: "entry", map: BACKLOGS, key: ALL, was });
  return was ?? NONE;
};

/** Replaces the backlogs of all processes. */
export const setBacklogs = (world: World, backlogs: Backlogs): void => {
  if (Object.keys(backlogs).length > 0) world.map<Backlogs>(BACKLOGS).set(ALL, backlogs);
  else world.map<Backlogs>(BACKLOGS).delete(ALL);
};

/** Grows with every change of a backlog. */
export const backlogRevision = (world: World): number => world.map(BACKLOGS).revision;

/** Requests that wait in front of a process. */
export const backlogOf = (backlogs: Backlogs, process: Process): number => (backlogs === NONE ? 0 : (backlogs[instanceOf(process)] ?? 0));

const BACKLOGS = "flow/backlogs";
const ALL = "";
const NONE: Backlogs = {};
