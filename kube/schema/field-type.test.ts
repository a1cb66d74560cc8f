import { expect, test } from "vitest";
import { API_TYPES } from "./api-types.ts";
import { objectShape, type TypeRef } from "./field-type.ts";

const typeNames = (type: TypeRef): readonly string[] => {
  if (type.kind === "object") return [type.name];
  if (type.kind === "list") return typeNames(type.item);
  return type.kind === "map" ? typeNames(type.value) : [];
};

test("every type that a field names is in the table", () => {
  for (const name of Object.keys(API_TYPES)) {
    for (const field of objectShape(name)?.fields.values() ?? []) {
      for (const used of typeNames(field.type)) expect(objectShape(used), `${name}.${field.name}`).toBeDefined();
    }
  }
});

test("flags are read", () => {
  const spec = objectShape("PodSpec");
  expect(spec?.fields.get("containers")).toMatchObject({ isMerged: true, mergeKey: "name", isAlwaysWritten: true });
  expect(spec?.fields.get("volumes")).toMatchObject({ mergeKey: "name", retainsKeys: true });
  expect(objectShape("ObjectMeta")?.fields.get("finalizers")).toMatchObject({ isMerged: true, mergeKey: undefined, isSet: true });
  expect(objectShape("DeploymentSpec")?.fields.get("replicas")).toMatchObject({ isPointer: true });
  expect(objectShape("PodDisruptionBudgetSpec")?.fields.get("selector")).toMatchObject({ isReplaced: true });
  expect(objectShape("Nonsense")).toBeUndefined();
});
