import type { AppComponent, AppRecord } from "../app/app.ts";
import type { Workload } from "../checks/workload.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import { listObjects } from "../verbs/list.ts";

/** A workload of the app with what is known of it. */
export interface AppWorkload {
  /** `deployment/geo`. */
  readonly target: string;
  readonly workload: Workload;
  readonly component: AppComponent;
}

/** The app's Deployments and StatefulSets, sorted by target; what else runs in the namespace is nobody's target. */
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
