import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { keepInFile } from "./keep-in-file.ts";
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

const keepServerId = (path: string | undefined): string =>
  keepInFile(path, Buffer.from(randomUUID()), (kept) => UUID.test(kept.toString().trim()))
    .toString()
    .trim();

const UUID = /^[0-9a-f-]{36}$/;
