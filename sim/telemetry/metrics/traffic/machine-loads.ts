import type { FlowRow, MachineFlow } from "../../../flow/flow-history.ts";

/** State of a machine's processor over a stretch of time; linked to the stretch before. */
export interface MachineSegment extends Omit<MachineFlow, "node"> {
  readonly fromMs: number;
  /** Core-seconds that its own busy programs had used at its beginning. */
  readonly coreSeconds: number;
  readonly previous: MachineSegment | undefined;
}

/** Takes what a row tells of machines into their stretches. */
export const updateMachines = (segments: Map<string, MachineSegment>, row: FlowRow): void => {
  const now = new Map((row.machines ?? []).map((machine) => [machine.node, machine]));
  for (const node of new Set([...segments.keys(), ...now.keys()])) {
    const { cores, waiting } = now.get(node) ?? IDLE;
    const known = segments.get(node);
    if (known?.cores === cores && known.waiting === waiting) continue;
    segments.set(node, { fromMs: row.fromMs, cores, waiting, coreSeconds: machineCoreSeconds(known, row.fromMs), previous: known });
  }
};

/** The stretch of a machine at an instant; undefined where nothing is told of it. */
export const machineAt = (newest: MachineSegment | undefined, atMs: number): MachineSegment | undefined => {
  let segment = newest;
  while (segment !== undefined && segment.fromMs > atMs) segment = segment.previous;
  return segment;
};

/** Core-seconds that a machine's own busy programs have used by an instant. */
export const machineCoreSeconds = (newest: MachineSegment | undefined, atMs: number): number => {
  const segment = machineAt(newest, atMs);
  return segment === undefined ? 0 : segment.coreSeconds + (segment.cores * (atMs - segment.fromMs)) / 1000;
};

const IDLE = { cores: 0, waiting: 0 };
