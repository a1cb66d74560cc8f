import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Hash of the commit that is checked out, or `none` outside a repository. */
export const commitOfTree = (): string => git("rev-parse", "HEAD")?.trim() ?? "none";

/** Digest of all that is checked out, edits and new files included; undefined outside a repository. */
export const digestOfTree = (): string | undefined => {
  const [changes, untracked] = [git("diff", "HEAD", "--binary"), git("ls-files", "--others", "--exclude-standard", "-z")];
  if (changes === undefined || untracked === undefined) return undefined;
  const files = untracked.split("\0").filter((path) => path !== "");
  const contents = files.length === 0 ? "" : git("hash-object", "--", ...files);
  return createHash("sha256")
    .update(JSON.stringify([commitOfTree(), changes, files, contents]))
    .digest("hex")
    .slice(0, 16);
};

const git = (...args: readonly string[]): string | undefined => {
  const child = spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  return child.status === 0 ? child.stdout : undefined;
};
