import type { KubeObject } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import { defineKind } from "../../kind-strategy.ts";
import { validatePodTemplate } from "../../validation/pod-spec.ts";
import { podWarnings } from "../../warnings/pod-warnings.ts";

/** Strategy of PodTemplates. */
export const podTemplateKind = defineKind<KubeObject & { readonly template?: PodTemplateSpec }>({
  hasGeneration: true,
  validate: ({ template }, errors) => {
    if (template !== undefined) validatePodTemplate(template, "template", errors);
  },
  warn: ({ template }, old, warnings) => {
    if (template !== undefined && template !== old?.template) warnings.push(...podWarnings(template, "template."));
  },
});
