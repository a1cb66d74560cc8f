import { expect, test } from "vitest";
import { threeWayPatch } from "./three-way-patch.ts";

const deployment = (container: object, extra: object = {}) => ({
  spec: { template: { spec: { containers: [{ name: "web", ...container }] } }, ...extra },
});

test("nothing to do gives an empty patch, whatever the server defaulted", () => {
  const manifest = deployment({ image: "a" });
  const current = deployment({ image: "a", imagePullPolicy: "Always" }, { replicas: 1 });
  expect(threeWayPatch("Deployment", { original: manifest, modified: manifest, current })).toEqual({});
});

test("a changed container is merged by its name", () => {
  const patch = threeWayPatch("Deployment", {
    original: deployment({ image: "a" }),
    modified: deployment({ image: "b" }),
    current: deployment({ image: "a" }),
  });
  expect(patch).toEqual({
    spec: { template: { spec: { "$setElementOrder/containers": [{ name: "web" }], containers: [{ name: "web", image: "b" }] } } },
  });
});

test("what was applied before and is gone now is deleted", () => {
  const original = deployment(
    {
      env: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
    },
    { replicas: 2 },
  );
  const modified = deployment({ env: [{ name: "A", value: "1" }] });
  const patch = threeWayPatch("Deployment", { original, modified, current: original });
  expect(patch).toMatchObject({
    spec: { replicas: null, template: { spec: { containers: [{ name: "web", env: [{ $patch: "delete", name: "B" }] }] } } },
  });
});

test("another strategy drops the fields of the old one", () => {
  const current = { spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } } };
  expect(threeWayPatch("Deployment", { original: {}, modified: { spec: { strategy: { type: "Recreate" } } }, current })).toEqual({
    spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } },
  });
});

test("kinds without a shape are merged field by field", () => {
  expect(
    threeWayPatch("Widget", { original: { spec: { a: 1 } }, modified: { spec: { list: [2] } }, current: { spec: { a: 1, list: [1] } } }),
  ).toEqual({ spec: { a: null, list: [2] } });
});
