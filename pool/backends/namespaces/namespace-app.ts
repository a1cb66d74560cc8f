import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** An application for namespace slots, provided by the composition root. */
export interface NamespaceApp {
  readonly record: AppRecord;
  /** Builds its objects for one namespace, in the order in which they are created. */
  manifests(namespace: string): readonly KubeObject[];
}
