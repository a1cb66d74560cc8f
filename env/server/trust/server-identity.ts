import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTaskSeal, type TaskSeal } from "./seal-tasks.ts";
import { keepTaskKey, readTaskKey } from "./task-key.ts";

/** Names of a server and of its draws. */
export interface ServerIdentity {
  readonly taskSeal: TaskSeal;
  /** Id of the journal, by which clients know a server again at another address; without a journal, of the process. */
  readonly serverId: string;
}

/**
 * Opens the identity of a server.
 * @param directory of the journal; undefined: there is none, and the identity lasts as long as the process
 * @throws SettingsError the file of a key that servers share cannot be used
 */
export const openIdentity = ({ taskKeyFile }: { readonly taskKeyFile?: string | undefined }, directory?: string): ServerIdentity => {
  const inJournal = (name: string): string | undefined => directory && join(directory, name);
  const key = taskKeyFile === undefined ? keepTaskKey(inJournal("task-key")) : readTaskKey(taskKeyFile);
  return { taskSeal: createTaskSeal(key), serverId: keepServerId(inJournal("server-id")) };
};

const keepServerId = (path: string | undefined): string => {
  const id = randomUUID();
  if (path === undefined) return id;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, id, { mode: 0o600, flag: "wx" });
    return id;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    const kept = readFileSync(path, "utf8").trim();
    return UUID.test(kept) ? kept : id;
  }
};

const UUID = /^[0-9a-f-]{36}$/;
