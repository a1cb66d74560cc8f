import { readFileSync } from "node:fs";

/** Allocates the memory of the described program, MiB, less what the process uses already, and keeps it. */
export const holdMemory = (idleMiB: number): void => {
  const missing = Math.floor(idleMiB * MIB - anonymousBytes());
  if (missing <= 0) return;
  for (let held = 0; held < missing; held += CHUNK) chunks.push(Buffer.alloc(Math.min(CHUNK, missing - held), 1));
};

const chunks: Buffer[] = [];
const MIB = 2 ** 20;
const CHUNK = 4 * MIB;

/** Anonymous memory of the process, bytes, which always counts against a memory limit; file pages can be dropped. */
const anonymousBytes = (): number => {
  try {
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return process.memoryUsage().rss;
  }
};
