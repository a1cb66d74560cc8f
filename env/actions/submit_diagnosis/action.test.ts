import { expect, test } from "vitest";
import { loadLibrary } from "#env/catalogue/library.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import type { ActionContext } from "../action.ts";

const library = await loadLibrary();
const tool = library.tools.find(({ spec }) => spec.name === "submit_diagnosis");
if (tool === undefined) throw new Error("submit_diagnosis is gone");
const { types } = createOntology(library.injectors);
const submit = async (args: Readonly<Record<string, unknown>>) => await tool.run({} as ActionContext, args);

test("the tool lists every type of the ontology with its line, in at most 16 KiB", () => {
  const schema = JSON.stringify(tool.spec);
  for (const { type, line } of types) expect(schema).toContain(`${type}: ${JSON.stringify(line).slice(1, -1)}`);
  expect(types.length).toBeGreaterThan(120);
  expect(schema.length).toBeLessThan(16 * 1_024);
});

test("the tool says which forms of resources there are", () => {
  for (const form of [
    "kind/namespace/name",
    "node/*",
    "mongouser/name@database",
    "A pod or container counts as its workload",
    "any or all of them",
    "database/name",
  ])
    expect(JSON.stringify(tool.spec)).toContain(form);
});

const GEO = [{ resource: "deployment/geo", faultType: "scale-to-zero" }];

test.each([
  ["a list", { root_causes: [{ resource: "deployment/geo", fault_type: "scale-to-zero" }] }],
  ["one root cause", { root_causes: { resource: "deployment/geo", fault_type: "scale-to-zero" } }],
  ["a list as text", { root_causes: '[{"resource": "deployment/geo", "fault_type": "scale-to-zero"}]' }],
  ["a list in a fence", { root_causes: '```json\n[{"resource": "deployment/geo", "fault_type": "scale-to-zero"}]\n```' }],
  ["JSON as the text", { text: '{"root_causes": [{"resource": "deployment/geo", "fault_type": "scale-to-zero"}]}' }],
  [
    "JSON as the text beside an empty list",
    { root_causes: [], text: 'I think [{"resource": "deployment/geo", "fault_type": "scale-to-zero"}]' },
  ],
])("%s gives the pairs", async (_form, args) => {
  expect(await submit(args)).toMatchObject({ status: "OK", diagnosis: { pairs: GEO } });
});

test.each([{ root_causes: [] }, { root_causes: "[]" }, { text: "[]" }, { text: "```json\n[]\n```" }])(
  "%j says that nothing is wrong",
  async (args) => {
    expect(await submit(args)).toMatchObject({ status: "OK", diagnosis: { pairs: [] } });
  },
);

test("one entry may name several resources", async () => {
  const nodes = ["node/worker-1", "node/worker-2"];
  const pairs = nodes.map((resource) => ({ resource, faultType: "taint" }));
  for (const resource of [nodes, nodes.join(", ")])
    expect(await submit({ root_causes: [{ resource, fault_type: "taint" }] })).toMatchObject({ diagnosis: { pairs } });
});

test("words stay words", async () => {
  expect(await submit({ text: "geo was scaled to zero" })).toMatchObject({ diagnosis: { text: "geo was scaled to zero" } });
  expect(await submit({ root_causes: "geo was scaled to zero" })).toMatchObject({ diagnosis: { text: "geo was scaled to zero" } });
});

test("nothing at all is refused", async () => {
  for (const args of [{}, { text: " " }]) expect(await submit(args)).toMatchObject({ status: "INVALID" });
});
