import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** An application that namespaces can hold, handed down by the composition root. */
export interface NamespaceApp {
  readonly record: AppRecord;
  /** Its objects for one namespace, in the order in which they are made. */
  manifests(namespace: string): readonly KubeObject[];
}
