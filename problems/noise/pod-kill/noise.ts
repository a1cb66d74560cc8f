import { workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Deletes one ready pod of an uninvolved component; its controller replaces it. */
export default defineNoise({
  id: "pod-kill",
  meanGapMs: 300_000,
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options);
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const pod = workload && (await podsOf(cluster, workload)).find(isPodReady);
    if (pod !== undefined) await deleteObject(cluster, { resource: "pods", namespace, name: pod.metadata.name });
  },
});
