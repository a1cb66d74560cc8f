import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DrillError } from "#core/drill-error.ts";

/** Names of tasks that tell nothing of them, for callers who may play tasks and not know the answers. */
export interface TaskSeal {
  /** Returns the sealed name of a task; a task always gets the same one. */
  seal(taskUri: string): string;
  /**
   * Returns the URI behind a sealed name, with the parameters that were added to it; any other name as it is.
   * @param options names of further parameters
   * @throws DrillError TASK_UNKNOWN, for parameters of the fault too, since the refusal of a wrong one would tell which fault it is
   */
  open(name: string, options: readonly string[]): string;
  /** Returns the sealed form of an id that is a digest of a task, which who has a catalogue could look up; an id always gets the same one. */
  sealId(id: string): string;
}

/** Creates the seal of a key of 32 bytes. */
export const createTaskSeal = (key: Buffer): TaskSeal => ({
  seal: (taskUri) => {
    // The nonce follows from the text, so that equal tasks have equal names, and no two texts share one.
    const nonce = createHmac("sha256", key).update(taskUri).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const sealed = [cipher.update(taskUri, "utf8"), cipher.final(), cipher.getAuthTag()];
    return `${PREFIX}${Buffer.concat([nonce, ...sealed]).toString("base64url")}`;
  },
  open: (name, options) => {
    if (!name.startsWith(PREFIX)) return name;
    const [, sealed = "", added] = /^([\w-]*)(?:[?&](.*))?$/.exec(name.slice(PREFIX.length)) ?? [];
    const names = new URLSearchParams(added).keys();
    for (const option of [...names, ...options])
      if (!MAY_ADD.has(option)) throw new DrillError("TASK_UNKNOWN", `a task with a sealed name takes ${[...MAY_ADD].join(", ")} alone`);
    const taskUri = decipher(key, Buffer.from(sealed, "base64url"));
    return added === undefined ? taskUri : `${taskUri}${taskUri.includes("?") ? "&" : "?"}${added}`;
  },
  sealId: (id) => {
    const [kind] = id.split("-");
    return `${kind}-${createHmac("sha256", key).update(`id ${id}`).digest("hex").slice(0, ID_DIGITS)}`;
  },
});

const decipher = (key: Buffer, bytes: Buffer): string => {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    throw new DrillError("TASK_UNKNOWN", "the task has a sealed name that is not one of this server's; draw again");
  }
};

/** Parameters that every task has. */
const MAY_ADD = new Set(["noise", "decoys", "variant"]);

const PREFIX = "kubedrill://sealed/";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const ID_DIGITS = 16;

/** Reads the key of a file that only its owner can read, or writes one there, so that names outlast the server. @param path missing: they do not */
export const keepTaskKey = (path: string | undefined): Buffer => {
  const key = randomBytes(KEY_BYTES);
  if (path === undefined) return key;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, key, { mode: 0o600, flag: "wx" });
    return key;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    const kept = readFileSync(path);
    return kept.length === KEY_BYTES ? kept : key;
  }
};
