import type { KubeObject } from "#kube/types/meta.ts";
import { required } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { atLeastZero } from "../../validation/amounts.ts";
import { immutable } from "../../validation/immutable.ts";

interface ControllerRevision extends KubeObject {
  readonly data?: unknown;
  readonly revision: number;
}

/** Strategy of ControllerRevisions. */
export const controllerRevisionKind = defineKind<ControllerRevision>({
  validate: ({ revision }, errors) => atLeastZero(revision, "revision", errors),
  validateCreate: ({ data }, errors) => {
    if (data === undefined || data === null) errors.push(required("data", "data is mandatory"));
    else if (typeof data !== "object" || Array.isArray(data)) errors.push(required("data", "data must be a valid JSON object"));
  },
  validateUpdate: ({ data }, old, errors) => immutable(data, old.data, "data", errors),
});
