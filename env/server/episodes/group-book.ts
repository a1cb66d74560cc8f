import { DrillError } from "#core/drill-error.ts";

/** Groups of episodes that are compared with each other: same task, same seed, same start. */
export interface GroupBook {
  /** Task and seed of a group; undefined for a new group. */
  get(groupId: string): GroupStart | undefined;
  /** Adds a member. @throws DrillError GROUP_MISMATCH if its task or seed differs */
  join(member: GroupMember): void;
  /** Compares the start of a member with the earlier ones. @throws DrillError GROUP_NOT_EQUAL */
  compare(groupId: string, stateDigest: string): void;
  leave(member: { readonly id: string; readonly groupId?: string }): void;
}

export interface GroupStart {
  readonly taskUri: string;
  /** Name by which members are compared. Missing: the URI. */
  readonly name?: string;
  readonly seed: string;
}

export interface GroupMember extends GroupStart {
  readonly id: string;
  readonly groupId: string;
}

/** Creates an empty book; a group is removed with its last member. */
export const createGroupBook = (): GroupBook => {
  const groups = new Map<string, GroupStart & { readonly members: Set<string>; stateDigest: string | undefined }>();
  return {
    get: (groupId) => groups.get(groupId),
    join: ({ id, groupId, taskUri, name = taskUri, seed }) => {
      const group = groups.get(groupId) ?? { taskUri, name, seed, members: new Set<string>(), stateDigest: undefined };
      if (group.name !== name || group.seed !== seed) {
        throw new DrillError(
          "GROUP_MISMATCH",
          `group ${groupId} plays ${group.name === name ? "this task" : "another task"} with seed ${group.seed}; this reset has seed ${seed}`,
        );
      }
      group.members.add(id);
      groups.set(groupId, group);
    },
    compare: (groupId, stateDigest) => {
      const group = groups.get(groupId);
      if (group === undefined) return;
      group.stateDigest ??= stateDigest;
      if (group.stateDigest !== stateDigest) {
        throw new DrillError(
          "GROUP_NOT_EQUAL",
          `a member of group ${groupId} starts from ${stateDigest}, the others from ${group.stateDigest}`,
        );
      }
    },
    leave: ({ id, groupId }) => {
      const group = groupId === undefined ? undefined : groups.get(groupId);
      if (group?.members.delete(id) && group.members.size === 0 && groupId !== undefined) groups.delete(groupId);
    },
  };
};
