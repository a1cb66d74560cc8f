import { workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Runs another image in one pod of an uninvolved component for less than a minute, as somebody does who mistook the pod, and sees it. */
export default defineNoise({
  id: "pod-failure",
  meanGapMs: 400_000,
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options);
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const pod = workload && (await podsOf(cluster, workload)).find(isPodReady);
    if (pod !== undefined) await runImage(cluster, pod, STAND_IN);
  },
  recovery: {
    afterMs: [40_000, 50_000],
    end: async (cluster, { app, namespace }, options) => {
      const component = pickComponent(app, options);
      const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
      const image = workload?.spec.template.spec.containers[0]?.image;
      if (workload === undefined || image === undefined) return;
      for (const pod of await podsOf(cluster, workload))
        if (pod.spec.containers[0]?.image === STAND_IN) await runImage(cluster, pod, image);
    },
  },
});

/** Small, and without any program of an app. */
const STAND_IN = "busybox:1.36";

const runImage = async (cluster: ClusterPort, { metadata, spec }: Pod, image: string): Promise<void> => {
  const { name, namespace } = metadata;
  const patch = { spec: { containers: [{ name: spec.containers[0]?.name, image }] } };
  await patchObject(cluster, { resource: "pods", namespace, name, patchType: "strategic", patch, fieldManager: "kubectl-set" });
};
