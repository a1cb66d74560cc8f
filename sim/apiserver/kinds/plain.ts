import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
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
});

const leaseKind = defineKind<KubeObject>({ requiresResourceVersion: true, createsOnUpdate: true });

/** Kinds whose rules are few. */
export const plainKinds = {
  events: eventKind,
  "leases.coordination.k8s.io": leaseKind,
};
