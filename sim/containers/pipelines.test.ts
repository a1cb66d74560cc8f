import { expect, test } from "vitest";
import { createShellBed } from "./shell-bed.cases.ts";

test("a pipeline takes as long as its longest stage, however soon the others end", () => {
  expect(createShellBed().run("echo x | sleep 0.3")).toMatchObject({ kind: "exited", exitCode: 0, tookMs: 300 });
});

test("a substitution takes more than a pipe holds", () => {
  expect(createShellBed().run('x=$(seq 1 20000 | cat); echo "$x" | wc -c')).toMatchObject({ stdout: "108894\n" });
});
