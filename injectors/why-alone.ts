import type { Workload } from "#kube/checks/workload.ts";
import type { Place } from "./injector.ts";

/** Says why a workload cannot simply have more pods; undefined where it can. */
export const whyAlone = ({ kind, metadata, spec }: Workload, { app }: Place): string | undefined => {
  if (kind !== "Deployment") return "its pods have names and claims of their own";
  const { role } = app.components.find(({ name }) => name === metadata.name) ?? {};
  if (role === "store" || role === "cache" || role === "registry") return "each of its pods would have a memory of its own";
  const { volumes = [] } = spec.template.spec;
  return volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined) ? "its data are in one volume" : undefined;
};
