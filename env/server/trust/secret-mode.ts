import { statSync } from "node:fs";
import { SettingsError } from "../../open/settings-error.ts";

/** Refuses the file of a secret that others can read. @throws SettingsError */
export const checkSecretMode = (path: string): void => {
  if (isShared(path)) throw new SettingsError(`${path} can be read by others; chmod 600 it`);
};

/**
 * True if others can read or write a file. One of another user that only the group may read is not shared: so a volume of a Kubernetes
 * Secret with `fsGroup` has it, which the process can neither own nor change.
 */
export const isShared = (path: string): boolean => {
  const { mode, uid } = statSync(path);
  const isMounted = uid !== process.getuid?.() && (mode & GROUP_WRITES) === 0;
  return (mode & (isMounted ? ALL_OTHERS : GROUP_AND_OTHERS)) !== 0;
};

const GROUP_WRITES = 0o020;
const ALL_OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;
