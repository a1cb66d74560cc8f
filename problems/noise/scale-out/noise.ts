import type { AppComponent } from "#kube/app/app.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Gives an uninvolved Deployment one pod more for a while, as somebody does who expects visitors. */
export default defineNoise({
  id: "scale-out",
  meanGapMs: 400_000,
  strike: async (cluster, { app, namespace }, options) => await scale(cluster, namespace, pickComponent(app, options, isStateless), 1),
  recovery: {
    afterMs: [60_000, 180_000],
    end: async (cluster, { app, namespace }, options) => await scale(cluster, namespace, pickComponent(app, options, isStateless), -1),
  },
});

/** True for what may have any number of pods. */
const isStateless = ({ workload, role }: AppComponent): boolean => workload === "deployment" && (role === "service" || role === "frontend");

/** Changes the number of pods of a Deployment that has some; one that was scaled to none stays there. */
const scale = async (cluster: ClusterPort, namespace: string, component: AppComponent | undefined, by: 1 | -1): Promise<void> => {
  if (component === undefined) return;
  const address = { resource: "deployments.apps", namespace, name: component.name };
  const replicas = (await getObject<Deployment>(cluster, address))?.spec.replicas ?? 0;
  if (replicas === 0 || replicas + by < 1) return;
  await patchObject(cluster, {
    ...address,
    patchType: "merge",
    patch: { spec: { replicas: replicas + by } },
    fieldManager: "kubectl-edit",
  });
};
