import { isSameJson } from "#core/canonical-json.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { Raw } from "../../codec/same.ts";
import { type FieldError, forbiddenField } from "../../field-error.ts";
import { goUnifiedDiff } from "../../validation/go-unified-diff.ts";
import { immutable } from "../../validation/immutable.ts";

/** Validates an update of a claim: the spec is immutable, except for the size and the class of a bound claim. */
export const validateClaimUpdate = (claim: PersistentVolumeClaim, old: PersistentVolumeClaim, errors: FieldError[]): void => {
  const isBound = old.status?.phase === "Bound";
  const before = inside(old.spec, old.spec, { isBound: false, hasVolume: true });
  const after = inside(claim.spec, old.spec, { isBound, hasVolume: old.spec.volumeName !== undefined });
  if (!isSameJson(before, after)) errors.push(forbiddenField("spec", `${DETAIL}\n${goUnifiedDiff(textOf(before), textOf(after))}`));
  const size = sizeOf(claim.spec);
  if (compareQuantities(size, sizeOf(old.spec)) < 0 && compareQuantities(size, old.status?.capacity?.["storage"] ?? "0") <= 0) {
    errors.push(forbiddenField("spec.resources.requests.storage", "field can not be less than status.capacity"));
  }
  const { volumeMode } = claim.spec as Raw;
  immutable(volumeMode, (old.spec as Raw)["volumeMode"], "volumeMode", errors);
};

type Spec = PersistentVolumeClaim["spec"];

const DETAIL = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

const sizeOf = ({ resources }: Spec): string => resources?.requests?.["storage"] ?? "0";

/** A claim's spec as the API server has it inside, with what may change taken from the old one. */
const inside = (spec: Spec, old: Spec, { isBound, hasVolume }: { readonly isBound: boolean; readonly hasVolume: boolean }): Raw => {
  const given = spec as Raw;
  const { requests, limits } = (given["resources"] ?? {}) as { readonly requests?: Raw; readonly limits?: Raw };
  return {
    AccessModes: given["accessModes"] ?? null,
    Selector: given["selector"] ?? null,
    Resources: { Limits: limits ?? null, Requests: isBound && requests ? { ...requests, storage: sizeOf(old) } : (requests ?? null) },
    VolumeName: hasVolume ? (given["volumeName"] ?? "") : "",
    StorageClassName: given["storageClassName"] ?? null,
    VolumeMode: given["volumeMode"] ?? null,
    DataSource: reference(given["dataSource"] as Raw | undefined, []),
    DataSourceRef: reference(given["dataSourceRef"] as Raw | undefined, ["namespace"]),
    VolumeAttributesClassName: (isBound ? (old as Raw)["volumeAttributesClassName"] : given["volumeAttributesClassName"]) ?? null,
  };
};

const reference = (given: Raw | undefined, more: readonly string[]): unknown =>
  given === undefined
    ? null
    : {
        APIGroup: given["apiGroup"] ?? null,
        Kind: given["kind"] ?? "",
        Name: given["name"] ?? "",
        ...Object.fromEntries(more.map((name) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, given[name] ?? null])),
      };

const textOf = (value: Raw): string => JSON.stringify(value, null, 1);
