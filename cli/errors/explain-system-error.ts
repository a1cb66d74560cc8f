import { CliError } from "./cli-error.ts";

/** Explains what the operating system refused, such as a write to a full disk; undefined for other errors. */
export const explainSystemError = (error: unknown): CliError | undefined => {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  const refusal = REFUSALS[code ?? ""];
  if (refusal === undefined) return undefined;
  return new CliError(`${path ?? syscall}: ${refusal} (${code}, ${syscall})`, "unavailable");
};

const RIGHTS = "no permission; correct its rights, or name another place";
const FULL = "no space is left; make some and run the command again";

/** Sentences on the refusal and on what to do, by the system's error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: "the file system is read-only; name another place",
  ENOSPC: FULL,
  EDQUOT: FULL,
  // Node says so too of a folder that cannot be made on a read-only file system.
  ENOENT: "no such file or folder; correct its name, or name another place",
  EEXIST: "there is a file of this name where a folder is needed; name another place",
  ENOTDIR: "a part of this path is no folder; correct it",
  EISDIR: "this is a folder where a file is needed; name a file",
  EADDRINUSE: "another program has this port; name another one, or 0 for any that is free",
  EMFILE: "too many open files; raise the limit, such as by ulimit -n 65536",
};
