import { quantise } from "./evaluation/distribution.ts";
import type { BusyFlow, MachineFlow } from "./flow-history.ts";
import { BUSY_PROGRAM, busyTask } from "./processors/machine-groups.ts";
import type { Machine, Processors } from "./processors/processors.ts";

/** Use of processors beside that by requests, as the history has it. */
export interface ProcessorUse {
  readonly busy: readonly BusyFlow[];
  readonly machines: readonly MachineFlow[];
}

/** Describes what keeps processors busy beside requests, and machines that have too little of theirs. */
export const describeProcessors = (processors: Processors): ProcessorUse => ({
  busy: processors.watched().flatMap(busyOn),
  machines: processors
    .watched()
    .map(describeMachine)
    .filter(({ cores, waiting }) => cores > 0 || waiting > 0),
});

const busyOn = ({ wishes, given }: Machine): readonly BusyFlow[] =>
  wishes.flatMap(({ process, busy }) =>
    busy === 0 ? [] : [{ process: process.key, cores: quantise(given.get(busyTask(process)) ?? 0), threads: busy }],
  );

const describeMachine = ({ node, cores, groups, given }: Machine): MachineFlow => ({
  node,
  cores: quantise(given.get(BUSY_PROGRAM) ?? 0),
  waiting: quantise(Math.max(0, groups.wanted - cores)),
});
