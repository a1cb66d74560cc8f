import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKickoff } from "./read-agents-file.ts";

const folder = mkdtempSync(join(tmpdir(), "agents-"));
const write = (text: string): string => {
  const file = join(folder, "agents.yaml");
  writeFileSync(file, text);
  return file;
};

test("an agent has its command, its folder beside the file, and its variables as texts", () => {
  const file = write(`agents:
  - { name: a, kickoff_command: python -m a, kickoff_workdir: ., kickoff_env: { PORT: 7, DEBUG: true, EMPTY: null }, agent_version: null }
  - { name: b, kickoff_command: b, kickoff_env: null }`);
  expect(readKickoff(file, "a")).toEqual({
    name: "a",
    command: "python -m a",
    workdir: folder,
    env: { PORT: "7", DEBUG: "true", EMPTY: "" },
  });
  expect(readKickoff(file, "b")).toEqual({ name: "b", command: "b", env: {} });
});

test.each([
  ["agents: 7", "agents: Invalid input"],
  ["- a", "the file: Invalid input"],
  ["agents: [{ name: a, kickoff_command: [x] }]", "agents.0.kickoff_command: Invalid input"],
  ["agents: [", "is no list of agents"],
])("%j is refused with where it is wrong", (text, why) => {
  expect(() => readKickoff(write(text), "a")).toThrow(why);
});

test("a file that is not there is named", () => {
  expect(() => readKickoff(join(folder, "none.yaml"), "a")).toThrow(/none\.yaml is no list of agents: ENOENT/);
});
