import { allComponents } from "#kube/app/operated-components.ts";
import type { LoadedForm } from "./load-apps.ts";

/** Number of workloads, pods and Services of a form: what its operators make counts, but for their own Services. */
export const appSize = ({
  values,
  manifests,
}: LoadedForm): { readonly workloads: number; readonly pods: number; readonly services: number } => {
  const components = allComponents(values);
  return {
    workloads: components.length,
    pods: components.reduce((sum, { replicas = 1 }) => sum + replicas, 0),
    services: manifests.filter(({ kind }) => kind === "Service").length,
  };
};
