import { type CoreClaim, divideCores } from "./divide-cores.ts";

/** A control group of a machine with those below it; at the ends of the tree are tasks, which want cores themselves. */
export interface ControlGroup extends CoreClaim {
  readonly name: string;
  readonly members: readonly ControlGroup[];
  /** Cores that its quota allows; infinite where it has none. */
  readonly most: number;
}

/** A group of others, which together get no more than its quota. */
export const groupOf = (
  { name, weight, most = Number.POSITIVE_INFINITY }: Pick<ControlGroup, "name" | "weight"> & Partial<Pick<ControlGroup, "most">>,
  members: readonly ControlGroup[],
): ControlGroup => ({ name, weight, most, members, wanted: Math.min(most, sumOf(members)) });

const sumOf = (members: readonly ControlGroup[]): number => members.reduce((sum, { wanted }) => sum + wanted, 0);

/** A task. */
export const taskOf = (name: string, weight: number, wanted: number): ControlGroup => ({
  name,
  weight,
  wanted,
  members: [],
  most: Number.POSITIVE_INFINITY,
});

/** Cores that each task gets of those that its machine has, by the task's name. */
export const coresByTask = (cores: number, machine: ControlGroup): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  note(found, machine, Math.min(cores, machine.wanted));
  return found;
};

const note = (found: Map<string, number>, { name, members }: ControlGroup, cores: number): void => {
  if (members.length === 0) found.set(name, cores);
  const given = divideCores(cores, members);
  for (const [i, member] of members.entries()) note(found, member, given[i] as number);
};

/** The tree in which one task wants another number of cores. */
export const withWish = (group: ControlGroup, task: string, wanted: number): ControlGroup => {
  if (group.members.length === 0) return group.name === task ? { ...group, wanted } : group;
  const members = group.members.map((member) => withWish(member, task, wanted));
  return members.every((member, i) => member === group.members[i]) ? group : groupOf(group, members);
};
