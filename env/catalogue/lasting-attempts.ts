import { kubectl } from "#core/tool-call.ts";
import { ownObjects } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { keptByOperator } from "#kube/listings/kept-by-operator.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { recreatedWorkloads } from "#problems/standing-oracle.ts";
import { expertCalls, type Incident } from "../loop/incident.ts";

/**
 * Repairs of any fault that last, because the pods were started anew after them, and that do not, because they hold for the
 * pods that run now alone. Either begins with the expert's repair.
 */
export const lastingAttempts = async (
  incident: Incident,
): Promise<{ readonly accepts: readonly Attempt[]; readonly rejects: readonly Attempt[] }> => {
  const { slot, baseline, faults, truth } = incident;
  const repair = expertCalls(incident).filter(({ name }) => !name.startsWith("submit_"));
  const broken = [...truth.map(({ resource }) => resource), ...faults.map(({ target }) => target)];
  const restarts = (await recreatedWorkloads(slot.admin, baseline, broken)).map((target) => kubectl(`rollout restart ${target}`));
  const bound = bindToRevision(incident, broken);
  return {
    accepts: restarts.length === 0 ? [] : [{ name: "repair it and restart what it broke", calls: [...repair, ...restarts] }],
    rejects:
      bound === undefined ? [] : [{ name: "repair it and have a Service select the pods of one revision", calls: [...repair, bound] }],
  };
};

/** Has the Service of a broken component, else of any, select the revision that its pods had in the baseline; an operator would put its own right. */
const bindToRevision = ({ baseline }: Incident, broken: readonly string[]) => {
  const names = new Set(broken.map((target) => target.slice(target.lastIndexOf("/") + 1)));
  const components = baseline.app.components.map(({ name }) => name);
  const services = (ownObjects(baseline, "services") as readonly Service[]).filter(
    (service) => components.includes(service.metadata.name) && service.spec.selector !== undefined && keptByOperator(service) === undefined,
  );
  for (const { metadata, spec } of services.toSorted((a, b) => Number(names.has(b.metadata.name)) - Number(names.has(a.metadata.name)))) {
    const pod = (ownObjects(baseline, "pods") as readonly Pod[]).find((candidate) => isPodNameOf(candidate.metadata.name, metadata.name));
    const revision = REVISION_LABELS.find((label) => pod?.metadata.labels?.[label] !== undefined);
    if (revision === undefined) continue;
    const selector = Object.entries({ ...spec.selector, [revision]: pod?.metadata.labels?.[revision] });
    return kubectl(`set selector service/${metadata.name} ${selector.map(([key, value]) => `${key}=${value}`).join(",")}`);
  }
  return undefined;
};

/** Labels that change with a workload's template: of a ReplicaSet's pods, and of a StatefulSet's. */
const REVISION_LABELS = ["pod-template-hash", "controller-revision-hash"];
