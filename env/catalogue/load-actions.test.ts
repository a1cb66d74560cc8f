import { expect, test } from "vitest";
import { checkArguments } from "../actions/arguments.ts";
import { loadActions, TOOL_PROFILES } from "./load-actions.ts";
import { loadViews } from "./load-views.ts";

const tools = await loadActions();

test("tools and views are found in their folders, sorted", async () => {
  const names = tools.map(({ spec }) => spec.name);
  expect(names).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining([...TOOL_PROFILES.typed]));
  expect((await loadViews()).map(({ spec }) => spec.name)).toEqual([
    "alerts",
    "budget",
    "events",
    "instruction",
    "signals",
    "state_json",
    "status",
    "text",
    "workloads",
  ]);
});

test("profiles name tools that exist", () => {
  const names = new Set(tools.map(({ spec }) => spec.name));
  for (const profile of Object.values(TOOL_PROFILES)) for (const name of profile) expect(names).toContain(name);
});

test("descriptions teach and give nothing away", () => {
  for (const { spec } of tools) {
    expect(spec.description.length, spec.name).toBeGreaterThan(60);
    expect(JSON.stringify(spec), spec.name).not.toMatch(/kubedrill|episode|simulat|inject|oracle|\bdrill|reward|virtual/i);
  }
});

test.each(tools.map((tool) => [tool.spec.name, tool] as const))("%s answers wrong arguments with a sentence", (_name, tool) => {
  const checked = checkArguments(tool.spec, { nonsense: 1 });
  expect(checked).toMatchObject({ ok: false, output: { status: "INVALID", errorCode: "ARGUMENTS_INVALID", hadEffect: false } });
  expect(checked.ok ? "" : checked.output.content).toMatch(/nonsense|missing/);
});

test("numbers given as text are taken as numbers", () => {
  const wait = tools.find(({ spec }) => spec.name === "wait");
  expect(checkArguments(wait?.spec as never, { seconds: "30" })).toEqual({ ok: true, args: { seconds: 30 } });
  expect(checkArguments(wait?.spec as never, { seconds: -1 })).toMatchObject({ ok: false });
});
