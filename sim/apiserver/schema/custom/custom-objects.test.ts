import { describe, expect, test } from "vitest";
import { toTable } from "#kube/table/to-table.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { servedRow } from "../served-resources.ts";
import { CRONTABS, createCustomFixture, crontabDefinition } from "./crontab.cases.ts";
import { customColumns } from "./printer-columns.ts";

const fixture = createCustomFixture(crontabDefinition());
const EVERY_MINUTE = "* * * * *";
const UNCHECKED =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

describe("objects are checked by their schema, in the server's words", () => {
  test.each<readonly [string, unknown, readonly string[]]>([
    ["a required field", {}, ["spec.cronSpec: Required value", UNCHECKED]],
    [
      "a type",
      { cronSpec: 5 },
      ['spec.cronSpec: Invalid value: "integer": spec.cronSpec in body must be of type string: "integer"', UNCHECKED],
    ],
    [
      "a pattern",
      { cronSpec: "abc" },
      [`spec.cronSpec: Invalid value: "abc": spec.cronSpec in body should match '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$'`],
    ],
    [
      "numbers and lists of values",
      { cronSpec: EVERY_MINUTE, replicas: 11, ratio: 0, mode: "odd" },
      [
        "spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10",
        "spec.ratio: Invalid value: 0: spec.ratio in body should be greater than 0",
        'spec.mode: Unsupported value: "odd": supported values: "fast", "slow", "bad"',
        UNCHECKED,
      ],
    ],
    [
      "a fraction for an integer",
      { cronSpec: EVERY_MINUTE, replicas: 1.5, enabled: "x" },
      [
        'spec.replicas: Invalid value: "number": spec.replicas in body must be of type integer: "number"',
        'spec.enabled: Invalid value: "string": spec.enabled in body must be of type boolean: "string"',
        ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64",
        UNCHECKED,
      ],
    ],
    [
      "rules",
      { cronSpec: EVERY_MINUTE, replicas: 5, maxReplicas: 3, mode: "bad" },
      ["spec: Invalid value: replicas must not exceed max", "spec: Invalid value: failed rule: !has(self.mode) || self.mode != 'bad'"],
    ],
    [
      "formats, multiples and integers or strings",
      { cronSpec: EVERY_MINUTE, port: true, when: "abc", maybe: null, multi: 7 },
      [
        'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
        'spec.when: Invalid value: "abc": spec.when in body must be of type date-time: "abc"',
        "spec.multi: Invalid value: 7: spec.multi in body should be a multiple of 5",
        UNCHECKED,
      ],
    ],
    [
      "sets, keyed lists and counts",
      { cronSpec: EVERY_MINUTE, tags: ["a", "a"], ports: [{ name: "a" }, { name: "a" }], labels: { a: "b", c: "d", e: "f" } },
      [
        "spec.labels: Too many: 3: must have at most 2 items",
        'spec.tags[1]: Duplicate value: "a"',
        'spec.ports[1]: Duplicate value: {"name":"a"}',
        UNCHECKED,
      ],
    ],
    [
      "alternatives",
      { cronSpec: EVERY_MINUTE, choice: {}, anyc: {} },
      [
        '<nil>: Invalid value: "": "spec.choice" must validate one and only one schema (oneOf). Found none valid',
        "spec.choice.a: Required value",
        '<nil>: Invalid value: "": "spec.anyc" must validate at least one schema (anyOf)',
        "spec.anyc.a: Required value",
        UNCHECKED,
      ],
    ],
    ["a null that is no value", { cronSpec: EVERY_MINUTE, image: null }, []],
  ])("%s", (_what, spec, problems) => {
    const message = fixture.tryCreate(spec);
    const list = problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`;
    expect(message).toBe(problems.length === 0 ? "created" : `CronTab.stable.example.com "x" is invalid: ${list}`);
  });

  test("unknown fields are refused when asked strictly, and dropped otherwise", () => {
    expect(fixture.tryCreate({ cronSpec: EVERY_MINUTE, foo: 1, ports: [{ name: "a", bar: 2 }], free: { any: 3 } }, { top: 1 })).toBe(
      'CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.foo", unknown field "spec.ports[0].bar", unknown field "top"',
    );
    const { body, warnings } = fixture.send("POST", CRONTABS, {
      metadata: { name: "loose" },
      spec: { cronSpec: EVERY_MINUTE, foo: 1, free: { any: 3 } },
    });
    expect((body as { spec?: unknown }).spec).toEqual({ cronSpec: EVERY_MINUTE, free: { any: 3 }, replicas: 1, maxReplicas: 10 });
    expect(warnings).toEqual(['unknown field "spec.foo"']);
  });
});

describe("a stored object", () => {
  const path = `${CRONTABS}/one`;
  fixture.send("POST", CRONTABS, {
    metadata: { name: "one" },
    spec: { cronSpec: EVERY_MINUTE, immut: "a", tags: ["b", "a"] },
    status: { phase: "x" },
  });
  const patch = (body: unknown, at = path) => fixture.send("PATCH", at, body, { patchType: "merge" });
  const messageOf = (body: unknown): string => (body as { message?: string }).message ?? "";

  test("has defaults, a generation, and no status of the client's", () => {
    const { body } = fixture.send("GET", path);
    expect(body).toMatchObject({
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { generation: 1, namespace: "shop" },
      spec: { replicas: 1 },
    });
    expect(body).not.toHaveProperty("status");
  });

  test("keeps to its rules about change", () => {
    expect(messageOf(patch({ spec: { immut: "b" } }).body)).toBe(
      'CronTab.stable.example.com "one" is invalid: spec.immut: Invalid value: "b": immut is immutable',
    );
    expect(messageOf(patch({ spec: { replicas: 99 } }).body)).toContain(
      "[spec.replicas: Invalid value: 99: spec.replicas in body should be less than or equal to 10, spec: Invalid value: replicas must not exceed max]",
    );
    expect(fixture.send("PATCH", path, { spec: {} }, { patchType: "strategic" }).status).toBe(415);
  });

  test("counts generations of what is wished, and takes a status by its own path alone", () => {
    expect(patch({ status: { phase: "y" } }).body).not.toHaveProperty("status");
    expect(patch({ status: { phase: "y", replicas: 2 } }, `${path}/status`).body).toMatchObject({
      metadata: { generation: 1 },
      status: { phase: "y" },
    });
    expect(messageOf(patch({ status: { replicas: "q" } }, `${path}/status`).body)).toBe(
      `CronTab.stable.example.com "one" is invalid: [status.replicas: Invalid value: "string": replicas in body must be of type integer: "string", .status.replicas: Invalid value: 0: .status.replicas accessor error: q is of the type string, expected int64, ${UNCHECKED}]`,
    );
  });

  test("scales", () => {
    const { body } = patch({ spec: { replicas: 3 } }, `${path}/scale`);
    expect(body).toMatchObject({ kind: "Scale", spec: { replicas: 3 }, status: { replicas: 2 } });
    expect(fixture.send("GET", path).body).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 } });
    expect(messageOf(patch({ spec: { replicas: 300 } }, `${path}/scale`).body)).toContain("should be less than or equal to 10");
  });

  test("is printed in its own columns", () => {
    const row = servedRow(fixture.world, "crontabs.stable.example.com");
    if (row === undefined) throw new Error("not served");
    const object = fixture.send("GET", path).body as KubeObject;
    const { columnDefinitions, rows } = toTable(row, object, { nowMs: fixture.world.nowMs(), columns: customColumns(fixture.world, row) });
    expect(columnDefinitions.map(({ name, priority }) => [name, priority])).toEqual([
      ["Name", 0],
      ["Spec", 0],
      ["Replicas", 0],
      ["Image", 1],
      ["Tags", 0],
      ["Age", 0],
    ]);
    expect(rows[0]?.cells).toEqual(["one", EVERY_MINUTE, 3, null, '["b","a"]', "0s"]);
  });
});
