import { randomBytes } from "node:crypto";
import { readSettingFile } from "../../open/read-setting-file.ts";
import { SettingsError } from "../../open/settings-error.ts";
import { keepInFile } from "./keep-in-file.ts";
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
export const keepTaskKey = (path: string | undefined): Buffer =>
  keepInFile(path, randomBytes(KEY_BYTES), ({ length }) => length === KEY_BYTES);

const KEY_BYTES = 32;
const KEY_TEXT = /^[0-9a-f]{64}$/i;
