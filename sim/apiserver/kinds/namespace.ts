import type { Namespace } from "#kube/types/cluster.ts";
import { defineKind } from "../kind-strategy.ts";

/** Namespaces stay, terminating, until their own finalizers are emptied through `/finalize`. */
export const namespaceKind = defineKind<Namespace>({
  nameRule: "label",
  hasStatus: true,
  fields: { "status.phase": ({ status }) => status?.phase ?? "" },
  prepareCreate: (namespace) => {
    const labels = { ...namespace.metadata.labels, "kubernetes.io/metadata.name": namespace.metadata.name };
    return { ...namespace, metadata: { ...namespace.metadata, labels }, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
  },
  prepareUpdate: (namespace, old, { subresource }) =>
    subresource === "finalize" ? namespace : { ...namespace, ...(old.spec !== undefined && { spec: old.spec }) },
  prepareDelete: (namespace) => {
    const { deletionGracePeriodSeconds: _none, ...metadata } = namespace.metadata;
    return { ...namespace, metadata, status: { ...namespace.status, phase: "Terminating" } };
  },
});
