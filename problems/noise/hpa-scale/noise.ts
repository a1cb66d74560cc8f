import type { AppComponent } from "#kube/app/app.ts";
import { AUTOSCALERS, cpuRequestOfPod } from "#kube/listings/autoscaled.ts";
import type { Deployment, HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise, type StrikeOptions } from "../../problem.ts";

/** Gives an uninvolved Deployment an autoscaler for a while, which starts one pod more, as is done for the hours of a campaign. */
export default defineNoise({
  id: "hpa-scale",
  meanGapMs: 400_000,
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options, isStateless);
    const deployment = component && (await getObject<Deployment>(cluster, { resource: DEPLOYMENTS, namespace, name: component.name }));
    const replicas = deployment?.spec.replicas ?? 0;
    // Without a request it could not tell how much of it is used, and would complain.
    if (component === undefined || deployment === undefined || replicas === 0) return;
    if (cpuRequestOfPod(deployment.spec.template.spec) === undefined) return;
    const others = await listObjects<HorizontalPodAutoscaler>(cluster, { resource: AUTOSCALERS, namespace });
    if (others.some(({ spec }) => spec.scaleTargetRef.name === component.name)) return;
    const object: HorizontalPodAutoscaler = {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: nameFor(component, options), namespace },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: component.name },
        minReplicas: replicas + 1,
        maxReplicas: replicas + options.rng.stream("most").int(2, 4),
        metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } }],
      },
    };
    await createObject(cluster, { resource: AUTOSCALERS, object, fieldManager: "kubectl-autoscale" });
  },
  recovery: {
    afterMs: [60_000, 180_000],
    end: async (cluster, { app, namespace }, options) => {
      const component = pickComponent(app, options, isStateless);
      if (component === undefined) return;
      const address = { resource: AUTOSCALERS, namespace, name: nameFor(component, options) };
      const own = await getObject<HorizontalPodAutoscaler>(cluster, address);
      if (own === undefined) return;
      await deleteObject(cluster, address);
      const deployment = { resource: DEPLOYMENTS, namespace, name: component.name };
      const most = (own.spec.minReplicas ?? 1) - 1;
      if (((await getObject<Deployment>(cluster, deployment))?.spec.replicas ?? 0) <= most) return;
      const patch = { spec: { replicas: most } };
      await patchObject(cluster, { ...deployment, patchType: "merge", patch, fieldManager: "kubectl-scale" });
    },
  },
});

const DEPLOYMENTS = "deployments.apps";

/** True for what may have any number of pods. */
const isStateless = ({ workload, role }: AppComponent): boolean => workload === "deployment" && (role === "service" || role === "frontend");

const nameFor = ({ name }: AppComponent, { rng }: StrikeOptions): string =>
  `${name}-${rng.stream("name").pick(["campaign", "daytime", "peak", "rush"])}`;
