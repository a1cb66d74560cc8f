import { readFileSync } from "node:fs";
import { SettingsError } from "./settings-error.ts";

/** Reads a file that a setting names. @throws SettingsError if it cannot be read */
export const readSettingFile = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code}); correct its name, or its rights`, {
      cause,
    });
  }
};
