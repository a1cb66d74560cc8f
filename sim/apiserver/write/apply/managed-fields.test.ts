import { expect, test } from "vitest";
import { encodeManagers, type ManagedFieldsEntry } from "#kube/structured-merge/managers.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { ApiRequest } from "../../http/api-request.ts";
import { handle } from "../../http/handle.ts";
import { CRONTABS, createCustomFixture, crontabDefinition } from "../../schema/custom/crontab.cases.ts";
import { changeLog, getObject, storeRevision } from "../../store/store.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { managersAfterWrite, managersOf } from "./object-managers.ts";
import { withManagedFields } from "./show-managed-fields.ts";
import type { WriteRecord } from "./write-record.ts";

const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const MAPS = "/api/v1/namespaces/shop/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/shop/deployments";

const send = (world: World, method: ApiRequest["method"], path: string, rest: Partial<ApiRequest> = {}) =>
  handle(world, { method, path, query: {}, user, ...rest });

const apply = (world: World, path: string, body: unknown, query: Readonly<Record<string, string>> = {}) =>
  send(world, "PATCH", path, { patchType: "apply", body, query: { fieldManager: "me", ...query } });

const map = (data: Readonly<Record<string, string>>, metadata = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", ...metadata },
  data,
});

const entriesOf = (world: World, resource: string, name: string): readonly ManagedFieldsEntry[] =>
  encodeManagers(managersOf(world, getObject(world, resource, "shop", name) as KubeObject));

const deployment = (replicas: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "x", ports: [{ containerPort: 80 }] }] } },
  },
});

test("an apply creates what is not there, and changes nothing the second time", () => {
  const { world } = createTestWorld();
  expect(apply(world, `${MAPS}/a`, map({ k: "1" })).status).toBe(201);
  const revision = storeRevision(world);
  expect(apply(world, `${MAPS}/a`, map({ k: "1" }))).toMatchObject({ status: 200, body: { data: { k: "1" } } });
  expect(storeRevision(world)).toBe(revision);
  expect(entriesOf(world, "configmaps", "a")).toMatchObject([{ manager: "me", operation: "Apply", fieldsV1: { "f:data": { "f:k": {} } } }]);
});

test("a conflict is told in the server's words, with a cause for each field", () => {
  const { world } = createTestWorld();
  send(world, "POST", MAPS, { body: map({ k: "1", l: "1" }), fieldManager: "kubectl-create" });
  const refused = apply(world, `${MAPS}/a`, map({ k: "2" }));
  expect(refused.body).toMatchObject({
    code: 409,
    reason: "Conflict",
    message: 'Apply failed with 1 conflict: conflict with "kubectl-create" using v1: .data.k',
    details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "kubectl-create" using v1', field: ".data.k" }] },
  });
  expect((apply(world, `${MAPS}/a`, map({ k: "2", l: "2" })).body as Status).message).toBe(
    'Apply failed with 2 conflicts: conflicts with "kubectl-create" using v1:\n- .data.k\n- .data.l',
  );
  expect(apply(world, `${MAPS}/a`, map({ k: "2" }), { force: "true" })).toMatchObject({ status: 200, body: { data: { k: "2", l: "1" } } });
  expect(apply(world, `${MAPS}/a`, map({}))).toMatchObject({ body: { data: { l: "1" } } });
});

test.each([
  [{ fieldManager: "" }, map({}), 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch'],
  [{}, { ...map({}), kind: "Pod" }, "invalid object type: /v1, Kind=Pod"],
  [{}, map({}, { managedFields: [] }), "metadata.managedFields must be nil"],
  [{}, { ...map({}), foo: 1 }, "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .foo: field not declared in schema"],
  [{}, map({}, { name: "b" }), "the name of the object (b) does not match the name on the URL (a)"],
])("an apply with %j of %j is refused", (query, body, message) => {
  const { world } = createTestWorld();
  expect((apply(world, `${MAPS}/a`, body, query).body as Status).message).toBe(message);
  expect(getObject(world, "configmaps", "shop", "a")).toBeUndefined();
});

test("a dry run shows who would manage what, and stores nothing", () => {
  const { world } = createTestWorld();
  const { body } = apply(world, `${MAPS}/a`, map({ k: "1" }), { dryRun: "All" });
  expect(withManagedFields(world, body as KubeObject).metadata.managedFields).toMatchObject([{ manager: "me" }]);
  expect(getObject(world, "configmaps", "shop", "a")).toBeUndefined();
});

test("managers that a client sets are kept, an empty one forgets them all, and the next apply begins anew", () => {
  const { world } = createTestWorld();
  send(world, "POST", MAPS, { body: map({ k: "1" }), fieldManager: "kubectl-create" });
  const replace = (entries: unknown) =>
    send(world, "PATCH", `${MAPS}/a`, { patchType: "json", body: [{ op: "replace", path: "/metadata/managedFields", value: entries }] });
  const taken = [{ manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": { "f:k": {} } } }];
  expect(replace(taken).status).toBe(200);
  expect(entriesOf(world, "configmaps", "a")).toEqual(taken);
  expect(replace([{}]).status).toBe(200);
  expect(entriesOf(world, "configmaps", "a")).toEqual([]);
  send(world, "PATCH", `${MAPS}/a`, { patchType: "merge", body: { data: { l: "1" } } });
  expect(entriesOf(world, "configmaps", "a")).toEqual([]);
  apply(world, `${MAPS}/a`, map({ m: "1" }));
  expect(entriesOf(world, "configmaps", "a").map(({ manager }) => manager)).toEqual(["me", "before-first-apply"]);
});

test("a client without a name is known by its user agent, a component by its user", () => {
  const { world, client } = createTestWorld();
  send(world, "POST", MAPS, { body: map({ k: "1" }), userAgent: "helm/v3 (linux)" });
  expect(entriesOf(world, "configmaps", "a")).toMatchObject([{ manager: "helm", operation: "Update" }]);
  client.create("configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "b", namespace: "shop" },
    data: { k: "1" },
  } as KubeObject);
  expect(entriesOf(world, "configmaps", "b")).toHaveLength(1);
});

test("scaling takes the replicas over, under the name of the subresource and without a time", () => {
  const { world } = createTestWorld();
  send(world, "POST", DEPLOYMENTS, { body: deployment(1), fieldManager: "kubectl-create" });
  send(world, "PATCH", `${DEPLOYMENTS}/web/scale`, { patchType: "merge", body: { spec: { replicas: 2 } }, fieldManager: "kubectl" });
  const [scaler, creator] = entriesOf(world, "deployments.apps", "web");
  expect(scaler).toEqual({
    manager: "kubectl",
    operation: "Update",
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:replicas": {} } },
    subresource: "scale",
  });
  expect(JSON.stringify(creator)).not.toContain("f:replicas");
});

test("field sets folded from records are those that were computed write by write", () => {
  const { world } = createTestWorld();
  const eager = new Map<string, readonly ManagedFieldsEntry[]>();
  for (let i = 0; i < 12; i++) {
    if (i % 3 === 0) apply(world, `${MAPS}/a`, map({ [`k${i % 4}`]: `${i}` }), { force: "true", fieldManager: `m${i % 2}` });
    else
      send(world, "PATCH", `${MAPS}/a`, {
        patchType: "merge",
        body: { data: { [`k${i % 5}`]: i % 4 === 1 ? null : `${i}` } },
        fieldManager: `u${i % 3}`,
      });
    const object = getObject(world, "configmaps", "shop", "a") as KubeObject;
    eager.set(object.metadata.resourceVersion as string, encodeManagers(managersOf(world, object)));
  }
  let folded = new Map() as ReturnType<typeof managersOf>;
  for (const { object, previous, write, atMs, resourceVersion, key } of changeLog(world).from(0)) {
    if (key !== "shop/a") continue;
    folded = managersAfterWrite(folded, previous as KubeObject | undefined, write as WriteRecord, atMs);
    expect(encodeManagers(folded)).toEqual(eager.get(`${resourceVersion}`));
    expect((object as KubeObject).metadata.managedFields).toBeUndefined();
  }
});

test("asking for managers changes no state, and a fork answers alike", () => {
  const { world } = createTestWorld();
  send(world, "POST", DEPLOYMENTS, { body: deployment(1), fieldManager: "kubectl-create" });
  const fork = world.fork();
  const revision = world.revision();
  expect(entriesOf(world, "deployments.apps", "web")).toEqual(entriesOf(fork, "deployments.apps", "web"));
  expect(world.revision()).toBe(revision);
});

test("custom resources are merged by the schema of their definition", () => {
  const fixture = createCustomFixture(crontabDefinition());
  const crontab = (spec: object) => ({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name: "x" },
    spec: { cronSpec: "* * * * *", ...spec },
  });
  const applyAs = (fieldManager: string, spec: object) =>
    fixture.send("PATCH", `${CRONTABS}/x`, crontab(spec), { patchType: "apply", query: { fieldManager } });
  expect(applyAs("one", { tags: ["a"], ports: [{ name: "p" }] }).status).toBe(201);
  const both = applyAs("two", { tags: ["b"], ports: [{ name: "q" }] });
  expect(both).toMatchObject({ status: 200, body: { spec: { tags: ["a", "b"], ports: [{ name: "p" }, { name: "q" }] } } });
  expect(applyAs("one", { image: "xyz" })).toMatchObject({ body: { spec: { tags: ["b"], ports: [{ name: "q" }], image: "xyz" } } });
  expect((applyAs("two", { image: "abc" }).body as Status).message).toContain('conflict with "one": .spec.image');
});
