import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Varied } from "../../app-form.ts";

/** One form of an application for slots of real clusters. */
export interface NamespaceForm {
  readonly record: AppRecord;
  /** Builds its objects for one namespace, in the order in which they are created. */
  manifestsFor(namespace: string): readonly KubeObject[];
}

/** An application for slots of real clusters. */
export type NamespaceApp = Varied<NamespaceForm>;
