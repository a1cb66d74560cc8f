import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { AGENT_NAMES, AGENT_RECIPES, type AgentRecipe } from "./agent-recipes.ts";
import { openReadyAgent } from "./open-ready-agent.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ready-agents-"));
});

/** Makes a folder with programs that print a line. */
const withPrograms = (...names: readonly string[]): string => {
  const place = mkdtempSync(join(folder, "bin-"));
  for (const name of names) writeFileSync(join(place, name), `#!/bin/sh\necho "1.2.3 (${name})"\necho more\n`, { mode: 0o755 });
  return place;
};

test("an agent that is not installed is refused with how to install it, what is installed, and what runs without any", () => {
  const place = withPrograms("codex", "goose");
  expect(() => openReadyAgent("claude-code", undefined, place)).toThrow(
    [
      "--agent claude-code needs claude on PATH, and it is not there",
      "install it: npm install -g @anthropic-ai/claude-code",
      "then sign in: set ANTHROPIC_API_KEY, or run claude once",
      "installed here: codex",
      "without any: --agent-command with a program of yours, or --policy llm with a model behind --base-url",
    ].join("\n  "),
  );
});

test("an agent that works with kubectl is refused where kubectl is missing", () => {
  expect(() => openReadyAgent("goose", undefined, withPrograms("goose"))).toThrow(
    /needs kubectl on PATH, and it is not there\n {2}install kubectl/,
  );
  expect(() => openReadyAgent("goose", undefined, withPrograms())).toThrow(/needs goose and kubectl on PATH, and they are not there/);
});

test("a folder or a file that nobody may run is no program", () => {
  const place = withPrograms("codex");
  mkdirSync(join(place, "gemini"));
  chmodSync(join(place, "codex"), 0o644);
  for (const name of ["gemini", "codex"] as const)
    expect(() => openReadyAgent(name, undefined, place)).toThrow("no ready agent is installed here");
});

test("the version is the first line of what the agent says, and a model's name is a word of its command line", () => {
  const { command, version } = openReadyAgent("codex", "it's $HOME", withPrograms("codex"));
  expect(version).toBe("1.2.3 (codex)");
  expect(command).toMatch(/ --model 'it'\\''s \$HOME'$/);
});

test.each(AGENT_NAMES)("%s gets its address and its token from variables alone", (name) => {
  const recipe: AgentRecipe = AGENT_RECIPES[name];
  const text = JSON.stringify(recipe);
  if (recipe.reaches === "mcp")
    expect(text).toMatch(/\$KUBEDRILL_MCP_URL.*KUBEDRILL_AGENT_TOKEN|KUBEDRILL_AGENT_TOKEN.*\$KUBEDRILL_MCP_URL/);
  expect(text).toMatch(/instruction\.txt|\$KUBEDRILL_INSTRUCTION/);
});

test("the documents list each agent with its program and how it works", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/external-agents.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| `?(\w+)`? \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    AGENT_NAMES.map((name) => [name, AGENT_RECIPES[name].program, AGENT_RECIPES[name].reaches === "mcp" ? "MCP" : "kubectl"]),
  );
});
