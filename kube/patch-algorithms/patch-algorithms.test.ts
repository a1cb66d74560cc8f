import { expect, test } from "vitest";
import { applyJsonPatch } from "./json-patch.ts";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";
import { applyStrategicMergePatch } from "./strategic-merge-patch.ts";

test.each([
  ["add to a map", { a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
  ["add to the end of a list", { a: [1] }, [{ op: "add", path: "/a/-", value: 2 }], { a: [1, 2] }],
  ["insert into a list", { a: [1, 3] }, [{ op: "add", path: "/a/1", value: 2 }], { a: [1, 2, 3] }],
  ["remove by escaped key", { "a/b": 1, c: 2 }, [{ op: "remove", path: "/a~1b" }], { c: 2 }],
  ["move", { a: { x: 1 }, b: {} }, [{ op: "move", from: "/a/x", path: "/b/y" }], { a: {}, b: { y: 1 } }],
  [
    "copy and test",
    { a: [1] },
    [
      { op: "copy", from: "/a", path: "/b" },
      { op: "test", path: "/b/0", value: 1 },
    ],
    { a: [1], b: [1] },
  ],
] as const)("JSON patch: %s", (_name, document, operations, expected) => {
  expect(applyJsonPatch(document, operations)).toEqual({ ok: true, value: expected });
});

test.each([
  [[{ op: "remove", path: "/nope" }]],
  [[{ op: "replace", path: "/nope/deep", value: 1 }]],
  [[{ op: "test", path: "/a", value: 2 }]],
  [[{ op: "add", path: "/l/9", value: 2 }]],
  [[{ op: "odd", path: "/a" }]],
])("JSON patch refuses %j", (operations) => {
  expect(applyJsonPatch({ a: 1, l: [] }, operations)).toMatchObject({ ok: false });
});

test("a merge patch deletes by null and replaces lists", () => {
  expect(applyMergePatch({ a: { b: 1, c: 2 }, l: [1, 2] }, { a: { b: null }, l: [3], n: { m: null } })).toEqual({
    a: { c: 2 },
    l: [3],
    n: {},
  });
});

test("a created merge patch leads from one document to the other", () => {
  const from = { a: { b: 1, c: 2 }, l: [1] };
  const to = { a: { b: 1, d: 3 }, l: [1, 2] };
  expect(createMergePatch(from, to)).toEqual({ a: { c: null, d: 3 }, l: [1, 2] });
  expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to);
  expect(createMergePatch(from, from)).toBeUndefined();
});

const strategic = (type: string, document: unknown, patch: unknown): unknown => {
  const result = applyStrategicMergePatch(type, document, patch);
  return result.ok ? result.value : result.error;
};

const spec = {
  containers: [
    { name: "a", image: "x", env: [{ name: "K", value: "1" }] },
    { name: "b", image: "y" },
  ],
};

test("containers merge by name, and their variables too", () => {
  const patch = { containers: [{ name: "a", env: [{ name: "L", value: "2" }] }] };
  expect(strategic("PodSpec", spec, patch)).toEqual({
    containers: [
      {
        name: "a",
        image: "x",
        env: [
          { name: "L", value: "2" },
          { name: "K", value: "1" },
        ],
      },
      { name: "b", image: "y" },
    ],
  });
});

test("an element is deleted by directive, a list replaced by one", () => {
  expect(strategic("PodSpec", spec, { containers: [{ $patch: "delete", name: "a" }] })).toEqual({
    containers: [{ name: "b", image: "y" }],
  });
  expect(strategic("PodSpec", spec, { containers: [{ $patch: "replace" }, { name: "c" }] })).toEqual({ containers: [{ name: "c" }] });
});

test("retained keys drop the others", () => {
  const volumes = [{ name: "v", emptyDir: {} }];
  const patch = { volumes: [{ $retainKeys: ["name", "configMap"], name: "v", configMap: { name: "c" } }] };
  expect(strategic("PodSpec", { volumes }, patch)).toEqual({ volumes: [{ name: "v", configMap: { name: "c" } }] });
  const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } };
  expect(strategic("DeploymentSpec", { strategy }, { strategy: { $retainKeys: ["type"], type: "Recreate" } })).toEqual({
    strategy: { type: "Recreate" },
  });
});

test("an element that is new takes the slot of a deleted one before the list is ordered, as in the merge in place of the API server", () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name }));
  const patch = { "$setElementOrder/env": named("C", "A"), env: [...named("C"), { $patch: "delete", name: "B" }] };
  expect(strategic("Container", { env: named("A", "B", "Z") }, patch)).toEqual({ env: named("Z", "C", "A") });
});

test("the element order is that of the directive", () => {
  const order = [{ name: "b" }, { name: "a" }];
  const result = strategic("PodSpec", spec, { "$setElementOrder/containers": order, containers: [{ name: "a", image: "z" }] });
  expect((result as { containers: { name: string }[] }).containers.map(({ name }) => name)).toEqual(["b", "a"]);
});

test("primitive lists lose values by directive", () => {
  expect(strategic("ObjectMeta", { finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"], finalizers: ["c"] })).toEqual({
    finalizers: ["c", "b"],
  });
});

test("lists without a merge key are replaced", () => {
  expect(strategic("PodSpec", { tolerations: [{ key: "a" }] }, { tolerations: [{ key: "b" }] })).toEqual({ tolerations: [{ key: "b" }] });
});

test("an element without its key is refused in the server's words", () => {
  expect(strategic("PodSpec", spec, { containers: [{ image: "x" }] })).toEqual({
    code: 500,
    message: "map: map[image:x] does not contain declared merge key: name",
  });
});

test.each([
  [{ $patch: "odd" }, 500, "unknown patch type: odd in map: map[$patch:odd]"],
  [{ $retainKeys: 5 }, 400, "invalid patch format of retainKeys"],
  [{ $retainKeys: ["containers"], volumes: [] }, 400, "invalid patch format of retainKeys"],
  [{ containers: [{ $patch: "merge", name: "a" }] }, 500, "merging lists cannot yet be specified in the patch"],
  [{ "$setElementOrder/containers": 5 }, 500, "expected a []interface {}, but received a int64"],
  [
    { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: "c" }] },
    500,
    "The order in patch list:\n[map[name:c]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
  ],
])("a strategic patch %j is refused in the server's words", (patch, code, message) => {
  expect(strategic("PodSpec", spec, patch)).toEqual({ code, message });
});

test("a directive for what is not there is no error, and leaves nothing", () => {
  expect(strategic("ObjectMeta", { name: "a" }, { "$deleteFromPrimitiveList/finalizers": ["x"] })).toEqual({ name: "a" });
  expect(strategic("ObjectMeta", { name: "a" }, { labels: { $patch: "replace", a: "b" } })).toEqual({ name: "a" });
});

test.each([
  ["replace puts what is not there", { a: 1 }, [{ op: "replace", path: "/b", value: 2 }], { a: 1, b: 2 }],
  ["copy from nowhere gives null", { a: 1 }, [{ op: "copy", from: "/x", path: "/b" }], { a: 1, b: null }],
  ["add without a value gives null", { a: 1 }, [{ op: "add", path: "/b" }], { a: 1, b: null }],
  ["negative indexes count from the end", { a: [1, 2] }, [{ op: "add", path: "/a/-1", value: 3 }], { a: [1, 2, 3] }],
  ["a missing value tests as null", { a: 1 }, [{ op: "test", path: "/b", value: null }], { a: 1 }],
] as const)("JSON patch as the server has it: %s", (_name, document, operations, expected) => {
  expect(applyJsonPatch(document, operations)).toEqual({ ok: true, value: expected });
});

test("a JSON patch whose copies double each time is refused", () => {
  const operations = Array.from({ length: 60 }, (_, i) => ({ op: "copy", from: "/a", path: `/a/b${i}` }));
  expect(applyJsonPatch({ a: { text: "x".repeat(100) } }, operations)).toMatchObject({
    ok: false,
    error: expect.stringContaining("exceeding the limit 3145728"),
  });
});
