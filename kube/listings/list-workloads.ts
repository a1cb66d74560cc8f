import type { AppComponent, AppRecord } from "../app/app.ts";
import type { Workload } from "../checks/workload.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import { listObjects } from "../verbs/list.ts";
import { keptByOperator } from "./kept-by-operator.ts";

/** A workload of the app with its component. */
export interface AppWorkload {
  /** Target string, such as `deployment/geo`. */
  readonly target: string;
  readonly workload: Workload;
  readonly component: AppComponent;
}

/** Lists the app's Deployments and StatefulSets, sorted by target; other workloads in the namespace are excluded. */
export const listWorkloads = async (view: ClusterView, namespace: string, app: AppRecord): Promise<readonly AppWorkload[]> => {
  const [deployments, statefulSets] = [
    await listObjects<Workload>(view, { resource: "deployments.apps", namespace }),
    await listObjects<Workload>(view, { resource: "statefulsets.apps", namespace }),
  ];
  const found = [
    ...deployments.map((workload) => ({ kind: "deployment", workload })),
    ...statefulSets.map((workload) => ({ kind: "statefulset", workload })),
  ];
  return found.flatMap(({ kind, workload }) => {
    const component = app.components.find(({ name }) => name === workload.metadata.name);
    return component === undefined ? [] : [{ target: `${kind}/${workload.metadata.name}`, workload, component }];
  });
};

/** Lists the app's workloads on which changes stay, and those that an operator puts back, with the reason. */
export const listOwnWorkloads = async (
  view: ClusterView,
  namespace: string,
  app: AppRecord,
): Promise<{
  readonly workloads: readonly AppWorkload[];
  readonly operated: readonly { readonly resource: string; readonly reason: string }[];
}> => {
  const all = await listWorkloads(view, namespace, app);
  return {
    workloads: all.filter(({ workload }) => keptByOperator(workload) === undefined),
    operated: all.flatMap(({ target, workload }) => {
      const reason = keptByOperator(workload);
      return reason === undefined ? [] : [{ resource: target, reason }];
    }),
  };
};
