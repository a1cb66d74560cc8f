import type { Place } from "#injectors/injector.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { LinkQuality } from "#kube/ports/disturb-port.ts";
import { pickComponent } from "./pick-component.ts";
import type { StrikeOptions } from "./problem.ts";

/** Changes the quality of the links between an uninvolved component and the rest of its namespace; zeros end that. */
export const disturbOneLink = async (
  cluster: ClusterPort,
  { app, namespace }: Place,
  options: StrikeOptions,
  quality: LinkQuality,
): Promise<void> => {
  const component = pickComponent(app, options);
  const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
  if (workload === undefined) return;
  const labels = workload.spec.selector.matchLabels ?? {};
  await cluster.disturb.link(
    [
      { namespace, labels },
      { namespace, labels: {} },
    ],
    quality,
  );
};

/** Quality of a link that is as usual. */
export const UNDISTURBED: LinkQuality = { delayMs: 0, lossShare: 0 };
