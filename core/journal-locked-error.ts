/** The process that has a journal. */
export interface JournalOwner {
  /** Process id, in the owner's own namespace: in a container it is often 1. */
  readonly pid: number;
  /** Host name, which is the container's in a container. */
  readonly host: string;
  /** Time of locking, ISO 8601. */
  readonly since: string;
}

/** A journal that another process has: who, since when, and what to do. */
export class JournalLockedError extends Error {
  override readonly name = "JournalLockedError";
  /** The sentence without the advice. */
  readonly what: string;

  constructor(directory: string, owner: JournalOwner | undefined) {
    const what = `${directory} is the journal of ${describeOwner(owner)}`;
    super(`${what}; stop that one, or name another folder`);
    this.what = what;
  }
}

const describeOwner = (owner: JournalOwner | undefined): string =>
  owner === undefined ? "another kubedrill" : `another kubedrill (process ${owner.pid} on host ${owner.host}, since ${owner.since})`;
