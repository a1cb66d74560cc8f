import type { DaemonSet, Deployment, StatefulSet } from "#kube/types/workloads.ts";
import type { Manifest } from "../session/session.ts";
import { REVISION } from "./rollout-history.ts";

/** Progress of a rollout: a line to print and whether it is complete, or the error of a failed one. */
export type RolloutState =
  | { readonly kind: "state"; readonly text: string; readonly isDone: boolean }
  | { readonly kind: "failed"; readonly message: string };

/** Reads the state of a rollout from its object, in kubectl's words. */
export const rolloutState = (object: Manifest, revision: number): RolloutState => {
  const viewer = VIEWERS[object.kind];
  return viewer === undefined
    ? { kind: "failed", message: `no status viewer has been implemented for ${groupKind(object)}` }
    : viewer(object, revision);
};

const groupKind = ({ apiVersion, kind }: Manifest): string => (apiVersion.includes("/") ? `${kind}.${apiVersion.split("/")[0]}` : kind);

const waiting = (text: string): RolloutState => ({ kind: "state", text, isDone: false });
const finished = (text: string): RolloutState => ({ kind: "state", text, isDone: true });
const failed = (message: string): RolloutState => ({ kind: "failed", message });

const deploymentState = (object: Manifest, revision: number): RolloutState => {
  const { metadata, spec, status = {} } = object as unknown as Deployment;
  const name = JSON.stringify(metadata.name);
  const running = Number(metadata.annotations?.[REVISION] ?? 0);
  if (revision > 0 && revision !== running)
    return failed(`desired revision (${revision}) is different from the running revision (${running})`);
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) return waiting("Waiting for deployment spec update to be observed...");
  if (status.conditions?.some(({ type, reason }) => type === "Progressing" && reason === "ProgressDeadlineExceeded"))
    return failed(`deployment ${name} exceeded its progress deadline`);
  const desired = spec.replicas ?? 1;
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  if (updatedReplicas < desired)
    return waiting(
      `Waiting for deployment ${name} rollout to finish: ${updatedReplicas} out of ${desired} new replicas have been updated...`,
    );
  if (replicas > updatedReplicas)
    return waiting(
      `Waiting for deployment ${name} rollout to finish: ${replicas - updatedReplicas} old replicas are pending termination...`,
    );
  if (availableReplicas < updatedReplicas)
    return waiting(
      `Waiting for deployment ${name} rollout to finish: ${availableReplicas} of ${updatedReplicas} updated replicas are available...`,
    );
  return finished(`deployment ${name} successfully rolled out`);
};

const ROLLING_ONLY = "rollout status is only available for RollingUpdate strategy type";

const daemonSetState = (object: Manifest): RolloutState => {
  const { metadata, spec, status } = object as unknown as DaemonSet;
  const name = JSON.stringify(metadata.name);
  if (spec.updateStrategy?.type !== "RollingUpdate") return failed(ROLLING_ONLY);
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0))
    return waiting("Waiting for daemon set spec update to be observed...");
  const desired = status?.desiredNumberScheduled ?? 0;
  const updated = status?.updatedNumberScheduled ?? 0;
  const available = status?.numberAvailable ?? 0;
  if (updated < desired)
    return waiting(`Waiting for daemon set ${name} rollout to finish: ${updated} out of ${desired} new pods have been updated...`);
  if (available < desired)
    return waiting(`Waiting for daemon set ${name} rollout to finish: ${available} of ${desired} updated pods are available...`);
  return finished(`daemon set ${name} successfully rolled out`);
};

const statefulSetState = (object: Manifest): RolloutState => {
  const { metadata, spec, status } = object as unknown as StatefulSet;
  if (spec.updateStrategy?.type !== "RollingUpdate") return failed(ROLLING_ONLY);
  const observed = status?.observedGeneration ?? 0;
  if (observed === 0 || (metadata.generation ?? 0) > observed) return waiting("Waiting for statefulset spec update to be observed...");
  const desired = spec.replicas ?? 1;
  const ready = status?.readyReplicas ?? 0;
  if (ready < desired) return waiting(`Waiting for ${desired - ready} pods to be ready...`);
  const updated = status?.updatedReplicas ?? 0;
  const rolling = spec.updateStrategy.rollingUpdate;
  if (rolling !== undefined) {
    const wanted = desired - (rolling.partition ?? 0);
    if (rolling.partition !== undefined && updated < wanted)
      return waiting(`Waiting for partitioned roll out to finish: ${updated} out of ${wanted} new pods have been updated...`);
    return finished(`partitioned roll out complete: ${updated} new pods have been updated...`);
  }
  if (status?.updateRevision !== status?.currentRevision)
    return waiting(`waiting for statefulset rolling update to complete ${updated} pods at revision ${status?.updateRevision}...`);
  return finished(`statefulset rolling update complete ${status?.currentReplicas ?? 0} pods at revision ${status?.currentRevision}...`);
};

const VIEWERS: Readonly<Record<string, (object: Manifest, revision: number) => RolloutState>> = {
  Deployment: deploymentState,
  DaemonSet: daemonSetState,
  StatefulSet: statefulSetState,
};
