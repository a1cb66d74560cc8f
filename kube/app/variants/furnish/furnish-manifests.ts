import { createRng } from "#core/rng.ts";
import type { KubeObject } from "../../../types/meta.ts";
import type { AppRecord } from "../../app.ts";
import type { Form } from "./form.ts";
import { SERVICE_FORMS } from "./service-forms.ts";
import { WORKLOAD_FORMS } from "./workload-forms.ts";

/** The form of an app whose manifests are furnished. */
export interface FurnishedForm {
  /** Id of the variant. */
  readonly id: string;
  readonly record: AppRecord;
}

/**
 * Gives the manifests of a variant what sound specifications elsewhere have: conditions on nodes, probes, low limits, named
 * ports, further labels, Services without pods and variables that nobody reads.
 *
 * Without them such a field would stand in an app only where a fault has put it, and reading specifications would be enough to find it. The
 * app works alike. The published form has none of this.
 */
export const furnishManifests = (objects: readonly KubeObject[], { id, record }: FurnishedForm): readonly KubeObject[] => {
  const rng = createRng(`furniture ${record.name}`).stream(id);
  return Object.entries(FORMS).reduce((furnished, [name, form]) => form(rng.stream(name), { objects: furnished, record }), objects);
};

/** In this order: what adds Services comes after what changes them. */
const FORMS: Readonly<Record<string, Form>> = { ...WORKLOAD_FORMS, ...SERVICE_FORMS };
