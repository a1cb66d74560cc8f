import { workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Kills the program of one ready pod of an uninvolved component; the kubelet starts its container again. */
export default defineNoise({
  id: "container-kill",
  meanGapMs: 300_000,
  needs: ["disturb.kill"],
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options);
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const pod = workload && (await podsOf(cluster, workload)).find(isPodReady);
    const container = pod?.spec.containers[0];
    if (pod === undefined || container === undefined) return;
    await cluster.disturb.kill({ namespace, pod: pod.metadata.name, container: container.name });
  },
});
