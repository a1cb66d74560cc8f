import { isSameJson } from "#core/canonical-json.ts";
import { invariant } from "#core/invariant.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { decodeObject } from "../apiserver/schema/codec/decode.ts";
import { strategyOf } from "../apiserver/schema/registry.ts";
import { createChangeChecker } from "./change-checker.ts";

/** Checks that stored objects are in the API's own form: no unknown fields, canonical quantities, defaults set. */
export const checkStoredForm = createChangeChecker("stored-form", (_world, change) => {
  if (change.type === "DELETED") return;
  if (resourceRow(change.resource) === undefined) return;
  const object = change.object as KubeObject;
  const { value, unknownFields, error } = decodeObject(strategyOf(change.resource).typeName ?? object.kind, object);
  const place = `${change.resource} ${change.key}`;
  invariant(error === undefined, `${place}: ${error}`);
  invariant(unknownFields.length === 0, `${place} has unknown fields ${unknownFields.join(", ")}`);
  invariant(isSameJson(value, object), `${place} is not in form: ${firstDifference(value, object, "")}`);
});

const firstDifference = (a: unknown, b: unknown, path: string): string => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return `${path}: ${JSON.stringify(b)} should be ${JSON.stringify(a)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]];
    if (!isSameJson(left, right)) return firstDifference(left, right, `${path}.${key}`);
  }
  return path;
};
