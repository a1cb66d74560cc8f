import type { Pod } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { podFromTemplate } from "../../controller-runtime/pod-from-template.ts";
import { slowStart } from "../../controller-runtime/slow-start.ts";
import type { World } from "../../kernel/world.ts";
import type { ReplicaKind } from "./replica-kind.ts";

/**
 * Creates pods in batches of 1, 2, 4, …, until a batch fails.
 *
 * @returns what the API server said about the first failure; undefined when all were made
 */
export const createPods = (world: World, kind: ReplicaKind, replicaSet: ReplicaSet, count: number): string | undefined =>
  slowStart(count, () => createPod(world, kind, replicaSet));

const createPod = (world: World, { user }: ReplicaKind, replicaSet: ReplicaSet): string | undefined => {
  if (replicaSet.spec.template === undefined) return undefined;
  const client = clientFor(world, user);
  const result = client.create<Pod>("pods", podFromTemplate(replicaSet, replicaSet.spec.template));
  if (result.ok) {
    client.event(replicaSet, {
      type: "Normal",
      reason: "SuccessfulCreate",
      message: `Created pod: ${result.value.metadata.name}`,
      component: user,
    });
    return undefined;
  }
  const message = result.error.message ?? "";
  // A namespace that is going away refuses new pods; nobody wants to read that over and over.
  if (result.error.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating") === true) return message;
  client.event(replicaSet, {
    type: "Warning",
    reason: "FailedCreate",
    message: `Error creating: ${message}`,
    component: user,
  });
  return message;
};
