import { toTimestamp } from "#core/timestamp.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Rolls an uninvolved workload out anew with the template that it has, as `kubectl rollout restart` does. */
export default defineNoise({
  id: "rolling-restart",
  meanGapMs: 400_000,
  strike: async (cluster, { app, namespace }, options) => {
    // Stores have one volume, so that their old pods would have to go first.
    const component = pickComponent(app, options, ({ role }) => role !== "store");
    const target = component && workloadTarget(component);
    const ref = target === undefined ? undefined : parseObjectRef(target, namespace);
    if (target === undefined || ref === undefined || (await readWorkload(cluster, namespace, target)) === undefined) return;
    const annotations = { "kubectl.kubernetes.io/restartedAt": toTimestamp(cluster.clock.nowMs()) };
    await patchObject(cluster, {
      ...ref,
      namespace,
      patchType: "strategic",
      patch: { spec: { template: { metadata: { annotations } } } },
      fieldManager: "kubectl-rollout",
    });
  },
});
