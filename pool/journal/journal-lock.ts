import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Locks a directory for this process; a lock whose owner is dead is taken over.
 *
 * @returns a function that releases it
 * @throws Error if a living process has it
 */
export const acquireJournalLock = (directory: string): (() => void) => {
  const path = join(directory, "lock");
  const owner = readOwner(path);
  if (owner !== undefined && owner !== identityOf(process.pid) && isAlive(owner)) {
    throw new Error(`${directory} belongs to the running process ${owner.split(" ")[0]}; stop it, or name another state directory`);
  }
  writeFileSync(path, identityOf(process.pid) ?? `${process.pid} -`);
  return () => rmSync(path, { force: true });
};

/** Id of the living process that has locked a directory; undefined: none. */
export const journalOwner = (directory: string): number | undefined => {
  const owner = readOwner(join(directory, "lock"));
  return owner !== undefined && isAlive(owner) ? Number(owner.split(" ")[0]) : undefined;
};

const readOwner = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (owner: string): boolean => identityOf(Number(owner.split(" ")[0])) === owner;

/** Process id and start time, since ids are reused (in a container the server is always 1); undefined if there is no such process. */
const identityOf = (pid: number): string | undefined => {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  return `${pid} ${startTimeOf(pid)}`;
};

/** Start time in clock ticks since boot, field 22 of /proc/pid/stat; "-" where there is no /proc. */
const startTimeOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "-";
  } catch {
    return "-";
  }
};
