import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import { COMMON_PARAMS } from "./scopes.ts";

/** Names of tasks that tell nothing of them, nor by their length, for callers who may play tasks and not know the answers. */
export interface TaskSeal {
  /** Name of the key, which tells nothing of it: equal for servers that take each other's names. */
  readonly keyId: string;
  /** Returns the sealed name of a task in a draw; two draws of one task have names of their own. @param drawId equal for the repeats of a draw */
  seal(taskUri: string, drawId: string): string;
  /**
   * Returns the URI behind a sealed name, with the parameters that were added to it; any other name as it is.
   * @param options names of further parameters
   * @throws DrillError TASK_UNKNOWN, for parameters of the fault too, since the refusal of a wrong one would tell which fault it is
   */
  open(name: string, options: readonly string[]): string;
  /** Returns the seed to draw with in place of one's own, so that a copy of this program with the same seed draws other tasks. @param asked all that the draw depends on */
  drawSeed(asked: unknown): string;
  /** Returns the sealed form of an id that is a digest of a task, which who has a catalogue could look up; an id always gets the same one. */
  sealId(id: string): string;
}

/** Creates the seal of a key of 32 bytes. */
export const createTaskSeal = (key: Buffer): TaskSeal => ({
  keyId: createHmac("sha256", key).update("key id").digest("hex").slice(0, ID_DIGITS),
  seal: (taskUri, drawId) => {
    // The nonce follows from all of it, so that equal calls have equal names, and no two texts share one.
    const nonce = createHmac("sha256", key).update(`name ${drawId} ${taskUri}`).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const sealed = [cipher.update(pad(taskUri)), cipher.final(), cipher.getAuthTag()];
    return `${PREFIX}${Buffer.concat([nonce, ...sealed]).toString("base64url")}`;
  },
  open: (name, options) => {
    if (!isSealedName(name)) return name;
    const [, sealed = "", added] = /^([\w-]*)(?:[?&](.*))?$/.exec(name.slice(PREFIX.length)) ?? [];
    const names = new URLSearchParams(added).keys();
    for (const option of [...names, ...options])
      if (!COMMON_PARAMS.has(option))
        throw new DrillError("TASK_UNKNOWN", `a task with a sealed name takes ${[...COMMON_PARAMS].join(", ")} alone`);
    const taskUri = decipher(key, Buffer.from(sealed, "base64url"));
    return added === undefined ? taskUri : `${taskUri}${taskUri.includes("?") ? "&" : "?"}${added}`;
  },
  drawSeed: (asked) =>
    createHmac("sha256", key)
      .update(`seed ${JSON.stringify(asked)}`)
      .digest()
      .readBigUInt64BE()
      .toString(),
  sealId: (id) => {
    const [kind] = id.split("-");
    return `${kind}-${createHmac("sha256", key).update(`id ${id}`).digest("hex").slice(0, ID_DIGITS)}`;
  },
});

const decipher = (key: Buffer, bytes: Buffer): string => {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return unpad(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
  } catch {
    throw new DrillError("TASK_UNKNOWN", "the task has a sealed name that is not one of this server's; draw again");
  }
};

/** Fills a text up with zeros, so that all names are of one length. */
const pad = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const padded = Buffer.alloc(Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES)) * BLOCK_BYTES);
  bytes.copy(padded);
  return padded;
};

const unpad = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
};

/** Above the length of every URI of the catalogue: of 2,754 the longest has 166 characters. */
const BLOCK_BYTES = 256;

/** True for a sealed name. */
export const isSealedName = (name: string): boolean => name.startsWith(PREFIX);

const PREFIX = "kubedrill://sealed/";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_DIGITS = 16;
