import { toTimestamp } from "#core/timestamp.ts";

/** Line of Go's zerolog at any time; its message is quoted once. */
export const goLines = (level: GoLevel, message: string): ((atMs: number) => string) => {
  const quoted = JSON.stringify(message);
  return (atMs) => `{"level":"${level}","time":"${toTimestamp(atMs)}","message":${quoted}}`;
};

type GoLevel = "info" | "warn" | "error";

/** Panic of a Go program with the frames of its main goroutine; `source` is the path of its main file. */
export const goPanic = (text: string, { source, program }: { readonly source: string; readonly program: string }): readonly string[] => {
  const file = `\t${source}`;
  const line = 40 + (program.length % 9);
  return [
    `panic: ${text}`,
    "",
    "goroutine 1 [running]:",
    "main.must(...)",
    `${file}:27`,
    "main.run(0xc0000b2000)",
    `${file}:${line + 21} +0x2a5`,
    "main.main()",
    `${file}:${line} +0x5a5`,
    "runtime.main()",
    "\t/usr/local/go/src/runtime/proc.go:271 +0x29d",
  ];
};
