import { describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { CheckedSpec } from "#kube/objects/pod-security/checked-pod.ts";
import { detailText, violationsOf } from "#kube/objects/pod-security/evaluate-pod.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";

const BASELINE = { level: "baseline", minor: 35, text: "baseline:v1.35" } as const;

describe.each([undefined, "actor"])("applications with values %s", async (overlay) => {
  test.each((await loadApps(overlay)).flatMap((app) => [app, ...app.variants.flatMap(({ id }) => app.formOf(id) ?? [])]))(
    "pods of $record.name in $record.namespace do without their node",
    ({ manifestsFor }) => {
      const templates = manifestsFor("place").flatMap(templatesOf);
      expect(templates.length).toBeGreaterThan(0);
      for (const { name, template } of templates) {
        const { spec, metadata } = template;
        expect([name, detailText(violationsOf(BASELINE, spec as unknown as CheckedSpec, metadata?.annotations))]).toEqual([name, ""]);
        expect([name, spec.nodeName, spec.tolerations, spec.priorityClassName]).toEqual([name, undefined, undefined, undefined]);
      }
    },
  );
});

/** Pod templates of a workload, with its name. */
const templatesOf = (object: KubeObject): readonly { readonly name: string; readonly template: PodTemplateSpec }[] => {
  const { template } = (object as { readonly spec?: { readonly template?: PodTemplateSpec } }).spec ?? {};
  return template?.spec === undefined ? [] : [{ name: `${object.kind}/${object.metadata.name}`, template }];
};
