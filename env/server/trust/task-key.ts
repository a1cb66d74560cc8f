import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readSettingFile } from "../../open/read-setting-file.ts";
import { SettingsError } from "../../open/settings-error.ts";
import { checkSecretMode } from "./secret-mode.ts";

/**
 * Reads the key that servers share, so that a draw, a group and a seed mean the same at each of them: 64 hexadecimal digits.
 * @throws SettingsError if it cannot be read, others can read the file, or it holds something else
 */
export const readTaskKey = (path: string): Buffer => {
  const text = readSettingFile(path).toString().trim();
  checkSecretMode(path);
  if (!KEY_TEXT.test(text)) throw new SettingsError(`${path} holds no key; write one with: openssl rand -hex ${KEY_BYTES} > ${path}`);
  return Buffer.from(text, "hex");
};

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

const KEY_BYTES = 32;
const KEY_TEXT = /^[0-9a-f]{64}$/i;
