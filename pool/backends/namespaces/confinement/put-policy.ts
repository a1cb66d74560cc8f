import { BINDINGS, POLICIES, type SlotPolicy } from "#kube/confinement/slot-policy.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { deleteObject } from "#kube/verbs/delete.ts";

/**
 * Puts a slot's admission policy into force, before there is anything in the slot.
 * @returns false if the cluster serves no such policies, as Kubernetes before 1.30
 */
export const putPolicy = async (admin: ClusterPort, { policy, binding }: SlotPolicy): Promise<boolean> => {
  for (const [resource, object] of [
    [POLICIES, policy],
    [BINDINGS, binding],
  ] as const) {
    const answer = await admin.write({ method: "POST", path: apiPath({ resource }), body: object });
    if (answer.status === 404) return false;
    if (answer.status !== 409) bodyOf(answer, `create ${object.kind} ${object.metadata.name}`);
  }
  return true;
};

/** Deletes a slot's admission policy. Safe to repeat. */
export const removePolicy = async (admin: ClusterPort, name: string): Promise<void> => {
  for (const resource of [BINDINGS, POLICIES]) await deleteObject(admin, { resource, name });
};
