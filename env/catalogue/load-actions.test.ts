import { expect, test } from "vitest";
import { type ActionContext, defineAction } from "../actions/action.ts";
import { TOOL_PROFILES } from "../actions/tool-profiles.ts";
import { loadLibrary } from "./library.ts";
import { loadActions } from "./load-actions.ts";
import { loadViews } from "./load-views.ts";

const tools = await loadActions();
const library = await loadLibrary();

/** A context that no tool gets to see, since the arguments are wrong. */
const NO_CONTEXT = {} as ActionContext;

test("tools and views are found in their folders, sorted", async () => {
  const names = tools.map(({ spec }) => spec.name);
  expect(names).toEqual([...names].sort());
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

test("each profile has the tools that say so, and the default has all but what is for agents of elsewhere", () => {
  const namesOf = (some: typeof tools) => some.map(({ spec }) => spec.name);
  expect(namesOf(library.toolsOf(undefined))).toEqual(namesOf(tools).filter((name) => name !== "undo"));
  for (const profile of TOOL_PROFILES)
    expect(library.toolsOf(profile).map(({ spec }) => spec.name)).toEqual(
      tools.filter(({ profiles }) => profiles[profile]).map(({ spec }) => spec.name),
    );
  expect(() => library.toolsOf("constructor")).toThrow(/there are kubectl, typed, readonly, conductor/);
});

test("readonly has no tool that can change the cluster, and every profile can be finished", () => {
  expect(library.toolsOf("readonly").filter(({ spec }) => spec.mutating)).toEqual([]);
  for (const profile of TOOL_PROFILES)
    expect(library.toolsOf(profile).map(({ spec }) => spec.name)).toEqual(
      expect.arrayContaining(["submit_diagnosis", "submit_mitigation", "wait"]),
    );
});

test("a tool that does not say its profiles does not compile", () => {
  const definition = { name: "x", description: "", mutating: false, arguments: {}, run: async () => ({}) as never };
  // @ts-expect-error: no profiles
  defineAction(definition);
  // @ts-expect-error: one profile is missing
  defineAction({ ...definition, profiles: { kubectl: true, typed: true } });
  defineAction({ ...definition, profiles: { kubectl: true, typed: true, readonly: true, conductor: true } });
});

test("descriptions teach and give nothing away", () => {
  for (const { spec } of library.tools) {
    expect(spec.description.length, spec.name).toBeGreaterThan(60);
    expect(JSON.stringify(spec), spec.name).not.toMatch(/kubedrill|episode|simulat|inject|oracle|\bdrill|reward|virtual/i);
  }
});

test("each argument has a description, and a type that every model's API takes", () => {
  for (const { spec } of library.tools) {
    expect(spec.inputSchema).toMatchObject({ type: "object", required: expect.any(Array), additionalProperties: false });
    for (const [name, schema] of Object.entries(
      spec.inputSchema["properties"] as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    ))
      expect(schema, `${spec.name}.${name}`).toMatchObject({
        type: expect.stringMatching(/^(string|integer|number|boolean|array)$/),
        description: expect.stringMatching(/^\w[\s\S]{12,}/),
      });
  }
});

test.each(tools.map((tool) => [tool.spec.name, tool] as const))("%s answers wrong arguments with a sentence", async (_name, tool) => {
  const output = await tool.run(NO_CONTEXT, { nonsense: 1 });
  expect(output).toMatchObject({ status: "INVALID", errorCode: "ARGUMENTS_INVALID", hadEffect: false });
  expect(output.content).toMatch(/nonsense|missing/);
});
