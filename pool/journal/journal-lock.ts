import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { JournalLockedError, type JournalOwner } from "#core/journal-locked-error.ts";

/**
 * Locks a directory for this process.
 *
 * The lock is the kernel's, taken through SQLite since Node has no call for it: it holds between namespaces of one machine and between
 * machines that share a volume, and ends with its process, so that no dead owner has to be guessed.
 *
 * @returns a function that releases it
 * @throws JournalLockedError if another process has it, or this one already
 */
export const acquireJournalLock = (directory: string): (() => void) => {
  const path = join(directory, LOCK);
  // Only if missing: closing a second descriptor of the file would take the lock away from its owner, if that is this process.
  if (!existsSync(path)) writeFileSync(path, "", { mode: 0o600, flag: "a" });
  const database = lockFile(path, "BEGIN EXCLUSIVE");
  if (database === undefined) throw new JournalLockedError(directory, readOwner(directory));
  const owner: JournalOwner = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(join(directory, OWNER), `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  } catch (cause) {
    database.close();
    throw cause;
  }
  held.add(database);
  return () => {
    held.delete(database);
    rmSync(join(directory, OWNER), { force: true });
    database.close();
  };
};

/** The process that has locked a directory; undefined: none. */
export const journalOwner = (directory: string): JournalOwner | undefined => {
  const path = join(directory, LOCK);
  if (!existsSync(path)) return undefined;
  const database = lockFile(path, "SELECT * FROM sqlite_schema");
  database?.close();
  return database === undefined ? (readOwner(directory) ?? UNKNOWN_OWNER) : undefined;
};

/** Locks of this process: a collection of garbage would let go of one that nobody can reach. */
const held = new Set<DatabaseSync>();

const LOCK = "lock.sqlite";
const OWNER = "owner.json";
const UNKNOWN_OWNER: JournalOwner = { pid: 0, host: "unknown", since: "an unknown time" };

/** Time for one who only looks at the lock to let go of it, ms. */
const PATIENCE_MS = 500;
/** Result code of SQLite: another has the lock. */
const SQLITE_BUSY = 5;

/** Takes the lock that a statement needs. @returns undefined if another has it */
const lockFile = (path: string, statement: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    database.exec(statement);
    return database;
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new Error(`${path} cannot be locked (${(cause as Error).message}); name a folder on a volume that has file locks`, { cause });
  }
};

const readOwner = (directory: string): JournalOwner | undefined => {
  try {
    return JSON.parse(readFileSync(join(directory, OWNER), "utf8")) as JournalOwner;
  } catch {
    return undefined; // it has the lock, and has not said so yet
  }
};
