import { changedMode } from "../applets/changed-mode.ts";
import { DEFAULT_UMASK } from "../machine/machine.ts";
import type { BuiltinCall } from "./builtins.ts";

/** `umask`: shows or sets the bits that new files do not get, in octal or in letters. */
export const setUmask: BuiltinCall = (call) => {
  const { machine, proc, shell, args } = call;
  const mask = proc.umask ?? DEFAULT_UMASK;
  const [wanted] = args.filter((arg) => arg !== "-S");
  if (wanted === undefined) {
    const letters = (bits: number) => ["r", "w", "x"].filter((_letter, index) => (bits & (4 >> index)) === 0).join("");
    machine.write(
      proc,
      1,
      args.includes("-S")
        ? `u=${letters(mask >> 6)},g=${letters(mask >> 3)},o=${letters(mask)}\n`
        : `${mask.toString(8).padStart(4, "0")}\n`,
    );
    return 0;
  }
  const allowed = /^\d/.test(wanted) ? undefined : changedMode(0o777 & ~mask, wanted);
  if (allowed === undefined && !/^[0-7]+$/.test(wanted)) {
    machine.write(proc, 2, `${shell.name}: umask: line 0: illegal mode: ${wanted}\n`);
    return 2;
  }
  proc.umask = allowed === undefined ? Number.parseInt(wanted, 8) & 0o777 : 0o777 & ~allowed;
  return 0;
};
