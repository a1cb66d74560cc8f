import { expect, test } from "vitest";
import { CRONTABS, createCustomFixture, crontabDefinition } from "./crontab.cases.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const ONE = `${DEFINITIONS}/crontabs.stable.example.com`;

const problemsOf = (schema: unknown, extras: object = {}): string => {
  const { status, body } = createCustomFixture().send("POST", DEFINITIONS, crontabDefinition(schema, extras));
  return status < 300
    ? "created"
    : ((body as { message?: string }).message ?? "").replace(
        'CustomResourceDefinition.apiextensions.k8s.io "crontabs.stable.example.com" is invalid: ',
        "",
      );
};

test("a definition that was just made says that no name is accepted yet", () => {
  const { body } = createCustomFixture().send("POST", DEFINITIONS, crontabDefinition({ type: "object" }));
  expect(body).toMatchObject({ status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] } });
});

test.each<readonly [string, unknown, string]>([
  ["a missing schema", null, "spec.versions[0].schema.openAPIV3Schema: Required value"],
  [
    "missing types",
    { properties: { spec: { properties: { a: { type: "string" } } } } },
    "[spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields, spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root]",
  ],
  [
    "unknown types, lists of nothing, bad patterns",
    { type: "object", properties: { a: { type: "foo" }, b: { type: "array" }, c: { type: "string", pattern: "(" } } },
    '[spec.validation.openAPIV3Schema.properties[b].items: Required value: must be specified, spec.validation.openAPIV3Schema.properties[c].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`, spec.validation.openAPIV3Schema.properties[a].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"]',
  ],
  [
    "properties of a map",
    {
      type: "object",
      properties: { m: { type: "object", properties: { x: { type: "string" } }, additionalProperties: { type: "string" } } },
    },
    "spec.validation.openAPIV3Schema.properties[m].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
  ],
  [
    "defaults that do not fit",
    {
      type: "object",
      properties: {
        m: { type: "integer", default: "abc" },
        n: { type: "object", default: { q: 1 }, properties: { r: { type: "string" } } },
      },
    },
    '[spec.validation.openAPIV3Schema.properties[m].default: Invalid value: "string":  in body must be of type integer: "string", spec.validation.openAPIV3Schema.properties[n].default: Invalid value: {"q":1}: must not have unknown fields]',
  ],
  [
    "structure below a junctor",
    { type: "object", properties: { m: { type: "string", anyOf: [{ type: "string" }, { description: "x", pattern: "a" }] } } },
    "[spec.validation.openAPIV3Schema.properties[m].anyOf[0].type: Forbidden: must be empty to be structural, spec.validation.openAPIV3Schema.properties[m].anyOf[1].description: Forbidden: must be empty to be structural]",
  ],
  [
    "a keyed list without keys",
    {
      type: "object",
      properties: {
        m: { type: "array", "x-kubernetes-list-type": "map", items: { type: "object", properties: { a: { type: "string" } } } },
      },
    },
    "spec.validation.openAPIV3Schema.properties[m].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
  ],
  [
    "restrictions of metadata",
    {
      type: "object",
      nullable: true,
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } }, kind: { type: "integer" } },
    },
    '[spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root, spec.validation.openAPIV3Schema.properties[kind].type: Invalid value: "integer": must be string, spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified]',
  ],
])("a definition is refused for %s", (_what, schema, problems) => {
  expect(problemsOf(schema)).toBe(problems);
});

test("names, groups and versions are checked", () => {
  const names = { plural: "others", kind: "CronTab" };
  expect(problemsOf({ type: "object" }, { names })).toBe(
    'metadata.name: Invalid value: "crontabs.stable.example.com": must be spec.names.plural+"."+spec.group',
  );
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
  expect(problemsOf(undefined, { versions: [version, version] })).toContain("must contain unique version names");
  expect(problemsOf(undefined, { versions: [{ ...version, storage: false }] })).toContain(
    "must have exactly one version marked as storage version",
  );
});

test("a definition is accepted, established and served, and found by discovery", () => {
  const fixture = createCustomFixture();
  expect(fixture.send("GET", CRONTABS).status).toBe(404);
  fixture.send("POST", DEFINITIONS, crontabDefinition());
  fixture.run(1_000);
  expect(fixture.send("GET", ONE).body).toMatchObject({
    spec: { names: { singular: "crontab", listKind: "CronTabList" }, conversion: { strategy: "None" } },
    status: {
      acceptedNames: { plural: "crontabs", shortNames: ["ct"] },
      conditions: [
        { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" },
        { type: "Established", status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" },
      ],
      storedVersions: ["v1"],
    },
  });
  expect(fixture.send("GET", CRONTABS).body).toMatchObject({ kind: "CronTabList", items: [] });
  expect(fixture.send("GET", "/apis/stable.example.com/v1").body).toMatchObject({
    resources: [
      { name: "crontabs", shortNames: ["ct"] },
      { name: "crontabs/status" },
      { name: "crontabs/scale", kind: "Scale", group: "autoscaling" },
    ],
  });
  expect(fixture.send("GET", "/apis/stable.example.com").body).toMatchObject({ preferredVersion: { version: "v1" } });
});

test("the second definition with a name waits until it is free", () => {
  const fixture = createCustomFixture(crontabDefinition());
  const other = crontabDefinition(undefined, { names: { plural: "tabs", kind: "CronTab", singular: "tab", shortNames: ["ct"] } });
  const { spec } = other as unknown as { spec: { versions: readonly object[] } };
  const versions = spec.versions.map((version) => ({ ...version, schema: { openAPIV3Schema: { type: "object" } } }));
  fixture.send("POST", DEFINITIONS, { ...other, metadata: { name: "tabs.stable.example.com" }, spec: { ...spec, versions } });
  fixture.run(1_000);
  const conditions = () =>
    (fixture.send("GET", `${DEFINITIONS}/tabs.stable.example.com`).body as { status: { conditions: unknown } }).status.conditions;
  expect(conditions()).toMatchObject([
    { type: "NamesAccepted", status: "False", reason: "ListKindConflict", message: '"CronTabList" is already in use' },
    { type: "Established", status: "False", reason: "NotAccepted", message: "not all names are accepted" },
  ]);
  fixture.send("DELETE", ONE);
  fixture.run(20_000);
  expect(conditions()).toMatchObject([{ status: "True" }, { status: "True", reason: "InitialNamesAccepted" }]);
});

test("a deleted definition takes its objects along and waits for their finalizers", () => {
  const fixture = createCustomFixture(crontabDefinition());
  const spec = { cronSpec: "* * * * *" };
  fixture.send("POST", CRONTABS, { metadata: { name: "held", finalizers: ["example.com/hold"] }, spec });
  fixture.send("POST", CRONTABS, { metadata: { name: "free" }, spec });
  const { body } = fixture.send("DELETE", ONE);
  expect(body).toMatchObject({
    metadata: { finalizers: ["customresourcecleanup.apiextensions.k8s.io"] },
    status: { conditions: [{}, {}, { type: "Terminating", reason: "InstanceDeletionPending" }] },
  });
  fixture.run(20_000);
  expect(fixture.send("GET", ONE).body).toMatchObject({ status: { conditions: [{}, {}, { reason: "InstanceDeletionInProgress" }] } });
  expect((fixture.send("GET", CRONTABS).body as { items: readonly unknown[] }).items).toHaveLength(1);
  expect(fixture.send("POST", CRONTABS, { metadata: { name: "late" }, spec })).toMatchObject({
    status: 405,
    body: { message: "create not allowed while custom resource definition is terminating" },
  });
  fixture.send("PATCH", `${CRONTABS}/held`, { metadata: { finalizers: null } }, { patchType: "merge" });
  fixture.run(20_000);
  expect(fixture.send("GET", ONE).status).toBe(404);
  expect(fixture.send("GET", CRONTABS).status).toBe(404);
});

test("several versions show the same objects, each under its own name", () => {
  const version = {
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } } },
  };
  const fixture = createCustomFixture(
    crontabDefinition(undefined, {
      versions: [
        { ...version, name: "v1beta1", storage: false },
        { ...version, name: "v1" },
      ],
    }),
  );
  const beta = CRONTABS.replace("/v1/", "/v1beta1/");
  const { body } = fixture.send("POST", beta, {
    apiVersion: "stable.example.com/v1beta1",
    kind: "CronTab",
    metadata: { name: "a" },
    spec: { x: 1 },
  });
  expect(body).toMatchObject({ apiVersion: "stable.example.com/v1beta1" });
  expect(fixture.send("GET", `${CRONTABS}/a`).body).toMatchObject({ apiVersion: "stable.example.com/v1", spec: { x: 1 } });
  expect(fixture.send("GET", `${beta}/a`).body).toMatchObject({ apiVersion: "stable.example.com/v1beta1" });
  expect(fixture.send("GET", "/apis/stable.example.com").body).toMatchObject({ versions: [{ version: "v1" }, { version: "v1beta1" }] });
});

test("every request to a deprecated version is warned", () => {
  const schema = { openAPIV3Schema: { type: "object" } };
  const versions = [
    { name: "v1", served: true, storage: true, schema },
    { name: "v1beta1", served: true, storage: false, deprecated: true, schema },
  ];
  const fixture = createCustomFixture(crontabDefinition(undefined, { versions }));
  expect(fixture.send("GET", CRONTABS.replace("/v1/", "/v1beta1/")).warnings).toEqual([
    "stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v1 CronTab",
  ]);
  expect(fixture.send("GET", CRONTABS).warnings).toBeUndefined();
});
