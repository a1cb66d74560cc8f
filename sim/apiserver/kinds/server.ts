import type { KubeObject } from "#kube/types/meta.ts";
import { invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

interface ApiService extends KubeObject {
  readonly spec?: { readonly group?: string; readonly version?: string };
}

const apiServiceKind = defineKind<ApiService>({
  nameRule: "path-segment",
  hasStatus: true,
  requiresResourceVersion: true,
  validate: ({ metadata, spec = {} }, errors) => {
    const wanted = `${spec.version ?? ""}.${spec.group ?? ""}`;
    if (metadata.name !== wanted) {
      errors.push(invalidValue("metadata.name", metadata.name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`));
    }
  },
});

/** Kinds by which the API server is told about itself. */
export const serverKinds = {
  "apiservices.apiregistration.k8s.io": apiServiceKind,
  "flowschemas.flowcontrol.apiserver.k8s.io": defineKind({ hasGeneration: true, hasStatus: true }),
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": defineKind({ hasGeneration: true, hasStatus: true }),
  "servicecidrs.networking.k8s.io": defineKind({ hasStatus: true }),
};
