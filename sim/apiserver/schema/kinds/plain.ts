import type { Lease } from "#kube/types/cluster.ts";
import { forbiddenField, invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { eventKind } from "./event.ts";

const leaseKind = defineKind<Lease>({
  requiresResourceVersion: true,
  createsOnUpdate: true,
  validate: ({ spec }, errors) => {
    const { leaseDurationSeconds: seconds, leaseTransitions: changes } = spec ?? {};
    if (seconds !== undefined && seconds <= 0) errors.push(invalidValue("spec.leaseDurationSeconds", seconds, "must be greater than 0"));
    if (changes !== undefined && changes < 0) {
      errors.push(invalidValue("spec.leaseTransitions", changes, "must be greater than or equal to 0"));
    }
    const { preferredHolder, strategy } = (spec ?? {}) as { readonly preferredHolder?: string; readonly strategy?: string };
    if (preferredHolder && !strategy) {
      errors.push(forbiddenField("spec.preferredHolder", "may only be specified if `strategy` is defined"));
    }
  },
});

/** Strategies of kinds with few rules. */
export const plainKinds = {
  events: eventKind,
  "leases.coordination.k8s.io": leaseKind,
};
