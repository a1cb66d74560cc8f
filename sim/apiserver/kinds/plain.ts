import type { Event, Lease } from "#kube/types/cluster.ts";
import { forbiddenField, invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

const involved = (member: "kind" | "namespace" | "name" | "uid" | "apiVersion" | "resourceVersion" | "fieldPath") => (event: Event) =>
  event.involvedObject[member] ?? "";

const eventKind = defineKind<Event>({
  createsOnUpdate: true,
  fields: {
    "involvedObject.kind": involved("kind"),
    "involvedObject.namespace": involved("namespace"),
    "involvedObject.name": involved("name"),
    "involvedObject.uid": involved("uid"),
    "involvedObject.apiVersion": involved("apiVersion"),
    "involvedObject.resourceVersion": involved("resourceVersion"),
    "involvedObject.fieldPath": involved("fieldPath"),
    reason: ({ reason }) => reason ?? "",
    reportingComponent: ({ reportingComponent, source }) => reportingComponent || (source?.component ?? ""),
    source: ({ source, reportingComponent }) => source?.component ?? reportingComponent ?? "",
    type: ({ type }) => type ?? "",
  },
  validate: ({ metadata, involvedObject }, errors) => {
    const { namespace = "" } = involvedObject ?? {};
    // What happened to an object without a namespace is told in the default one.
    const isFit = namespace === "" ? ["", "default"].includes(metadata.namespace ?? "") : namespace === metadata.namespace;
    if (!isFit) errors.push(invalidValue("involvedObject.namespace", namespace, "does not match event.namespace"));
  },
});

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

/** Kinds whose rules are few. */
export const plainKinds = {
  events: eventKind,
  "leases.coordination.k8s.io": leaseKind,
};
