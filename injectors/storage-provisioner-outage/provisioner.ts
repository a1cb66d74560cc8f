import { defectGone } from "#kube/checks/fault-checks.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { judgeWorkload, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { patchObject } from "#kube/verbs/patch.ts";

/** The Deployment that makes volumes for claims, as kind and local clusters have it. */
export const PROVISIONER = { namespace: "local-path-storage", name: "local-path-provisioner" } as const;

const TARGET = `deployment/${PROVISIONER.name}`;

const judgeProvisioner = (view: ClusterView): Promise<Finding> =>
  judgeWorkload(view, { namespace: PROVISIONER.namespace, target: TARGET, replicasMin: 1 });

/** True where it is there and runs. */
export const isProvisionerUp = async (view: ClusterView): Promise<boolean> => (await judgeProvisioner(view)).held;

/** Scales it to zero, and waits until it is gone: before that it would still make volumes. */
export const stopProvisioner = async (cluster: ClusterPort): Promise<void> => {
  const patch = { spec: { replicas: 0 } };
  await patchObject(cluster, { resource: "deployments.apps", ...PROVISIONER, patchType: "merge", patch });
  const isGone = async () => {
    const workload = await readWorkload(cluster, PROVISIONER.namespace, TARGET);
    return workload === undefined || (await podsOf(cluster, workload)).length === 0;
  };
  if (!(await cluster.clock.until(isGone, { timeoutMs: GONE_TIMEOUT_MS }))) throw new Error(`the pods of ${TARGET} do not end`);
};

const GONE_TIMEOUT_MS = 120_000;

/** Check that volumes are made again. */
export const provisionerRuns: Check = defectGone("provisioner-runs", judgeProvisioner);
