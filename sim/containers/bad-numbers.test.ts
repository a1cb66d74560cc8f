import { expect, test } from "vitest";
import { createShellBed } from "./shell-bed.cases.ts";

/** Commands that would never end, or take all memory, if their numbers were taken at their word. */
const COMMANDS: readonly string[] = [
  "echo a b | xargs -n 0",
  "echo a b | xargs -n -1 echo",
  "fold -w 0 f",
  "base64 -w -1 f",
  "usleep x",
  "xxd -c -1 f",
  "xxd -c 600000000 f",
  "truncate -s 99999999999999999999 f",
  "truncate -s 600000000 f",
];

test.each(COMMANDS)("%s is refused", (command) => {
  const result = createShellBed().run(`cd /tmp; echo 'a b' > f; ${command}`);
  expect(result).toMatchObject({ kind: "exited", exitCode: 1 });
});

test.each(["printf %600000000d 1", "printf '%.*f' -1 2", "printf %.200f 1", "awk 'BEGIN { printf \"%600000000d %.200f\", 1, 1 }'"])(
  "%s prints no more than a tool's memory is for",
  (command) => {
    const result = createShellBed().run(command);
    expect(result).toMatchObject({ kind: "exited", exitCode: 0 });
    expect(result.kind === "exited" ? result.stdout.length : 0).toBeLessThan(100_000);
  },
);

test("columns and groups of nought are the usual ones and none", () => {
  const result = createShellBed().run("printf abcd | xxd -c 0; printf abcd | xxd -g 0");
  expect(result).toMatchObject({
    kind: "exited",
    stdout: expect.stringMatching(/^00000000: 6162 6364 .*abcd\n00000000: 61626364 .*abcd\n$/),
  });
});
