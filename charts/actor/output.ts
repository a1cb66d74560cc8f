import { writeSync } from "node:fs";
import { outputSince } from "#sim/processes/process-output.ts";
import { catchUp, type World } from "#sim/programs/runtime/lone-world.ts";

/** Output of a program to the container's standard output and error. */
export interface Output {
  /** Writes what the program printed into its world since the last call. */
  flush(): void;
  print(lines: readonly string[], stream?: "stdout" | "stderr"): void;
  /** Writes the last lines and ends the process. */
  die(exitCode: number, lines: readonly string[]): never;
}

export const createOutput = (world: World): Output => {
  let written = 0;
  const flush = (): void => {
    for (const { text, stream } of outputSince(world, written)) {
      write([text], stream);
      written += 1;
    }
    catchUp(world, Date.now());
  };
  return {
    flush,
    print: (lines, stream = "stdout") => {
      flush();
      write(lines, stream);
    },
    die: (exitCode, lines) => {
      flush();
      write(lines, exitCode === 0 ? "stdout" : "stderr");
      process.exit(exitCode);
    },
  };
};

/** Writes synchronously, so that the last lines are not lost with the process. */
const write = (lines: readonly string[], stream: "stdout" | "stderr"): void => {
  if (lines.length > 0) writeFully(stream === "stdout" ? 1 : 2, Buffer.from(`${lines.join("\n")}\n`));
};

const writeFully = (fd: number, bytes: Buffer): void => {
  for (let at = 0, tries = 0; at < bytes.length && tries < WRITES_MAX; tries++) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      // A full pipe: the reader is a moment behind.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
};

const WRITES_MAX = 10_000;
