import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import { invalidEach, invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { isKnownFinalizer, UNKNOWN_FINALIZER } from "../validation/metadata.ts";

/** Namespaces stay, terminating, until their own finalizers are emptied through `/finalize`. */
export const namespaceKind = defineKind<Namespace>({
  nameRule: "label",
  hasStatus: true,
  fields: { "status.phase": ({ status }) => status?.phase ?? "" },
  prepareCreate: (namespace) => {
    const labels = { ...namespace.metadata.labels, "kubernetes.io/metadata.name": namespace.metadata.name };
    return {
      ...namespace,
      metadata: { ...namespace.metadata, labels },
      spec: { finalizers: withKubernetes(namespace.spec?.finalizers) },
      status: { phase: "Active" },
    };
  },
  validate: ({ spec }, errors) => {
    for (const finalizer of spec?.finalizers ?? []) {
      errors.push(...invalidEach("spec.finalizers", finalizer, qualifiedNameProblems(finalizer)));
      if (!isKnownFinalizer(finalizer)) errors.push(invalidValue("spec.finalizers", finalizer, UNKNOWN_FINALIZER));
    }
  },
  prepareUpdate: (namespace, old, { subresource }) =>
    subresource === "finalize" ? namespace : { ...namespace, ...(old.spec !== undefined && { spec: old.spec }) },
  prepareDelete: (namespace) => {
    const { deletionGracePeriodSeconds: _none, ...metadata } = namespace.metadata;
    return { ...namespace, metadata, status: { ...namespace.status, phase: "Terminating" } };
  },
});

/** Finalizers of a namespace, always including `kubernetes`. */
const withKubernetes = (asked: readonly string[] = []): readonly string[] =>
  asked.includes("kubernetes") ? asked : [...asked, "kubernetes"];
