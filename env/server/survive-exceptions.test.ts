import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const PROGRAM = (throws: number): string => `
  const { surviveExceptions } = await import(${JSON.stringify(new URL("./survive-exceptions.ts", import.meta.url).href)});
  const logged = [];
  surviveExceptions({ error: (event, fields, cause) => logged.push(cause.message) });
  for (let i = 0; i < ${throws}; i++) setImmediate(() => { throw new Error("thrown " + i); });
  setTimeout(() => { console.log(JSON.stringify(logged)); process.exit(0); }, 50);
`;

const run = (throws: number) => spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM(throws)], { encoding: "utf8" });

test("an exception that nobody catches is logged, and the process goes on", () => {
  const { status, stdout } = run(2);
  expect([status, JSON.parse(stdout)]).toEqual([0, ["thrown 0", "thrown 1"]]);
});

test("a storm of them ends the process, so that a supervisor starts it again", () => {
  expect(run(150).status).toBe(70);
});
