import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod, PodTemplateSpec } from "#kube/types/pod.ts";
import { ownerReferenceTo } from "./controller.ts";

/** Parts of a pod besides its template. */
export interface PodExtras {
  /** Missing: a generated name `<owner>-<5 characters>`. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** A pod as a controller creates it for an owner. */
export const podFromTemplate = (owner: KubeObject, template: PodTemplateSpec, extras: PodExtras = {}): Pod => {
  const labels = { ...template.metadata?.labels, ...extras.labels };
  const annotations = { ...template.metadata?.annotations, ...extras.annotations };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: extras.name ?? "",
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace as string,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ownerReferences: [ownerReferenceTo(owner)],
      ...(extras.finalizers === undefined ? {} : { finalizers: extras.finalizers }),
    },
    spec: template.spec,
  };
};
