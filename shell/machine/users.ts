/** User and groups of a machine's processes, by number. */
export interface Identity {
  readonly user: number;
  readonly group: number;
  /** All groups that it is in, in ascending order; empty where it was given none and is in its own alone. */
  readonly groups: readonly number[];
}

/** Accounts that a machine knows, and the one that its processes run as. */
export interface Users {
  readonly identity: Identity;
  userName(user: number): string | undefined;
  groupName(group: number): string | undefined;
  /** Number behind a name or a number. */
  numberOf(file: "/etc/passwd" | "/etc/group", word: string): number | undefined;
}
