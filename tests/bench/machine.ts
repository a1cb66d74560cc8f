import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

/** Facts about the machine and the build, without which figures cannot be compared. */
export const machineFacts = () => ({
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  v8: process.versions.v8,
  platform: `${process.platform}/${process.arch}`,
  commit: commitOf(),
});

const commitOf = (): string => {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
};
