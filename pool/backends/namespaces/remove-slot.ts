import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { stripFinalizers } from "../../baseline/strip-finalizers.ts";

/** Deletes a slot and waits until it is gone. Safe to repeat. @returns false if it still exists at the timeout */
export const removeSlot = async (
  admin: ClusterPort,
  { namespace, timeoutMs }: { readonly namespace: string; readonly timeoutMs: number },
): Promise<boolean> => {
  const isGone = async (): Promise<boolean> =>
    (await admin.read({ path: apiPath({ resource: "namespaces", name: namespace }) })).status === 404;
  if (!(await deleteObject(admin, { resource: "namespaces", name: namespace }))) return true;
  if (await admin.clock.until(isGone, { timeoutMs: Math.min(timeoutMs, DELETION_WAIT_MS) })) return true;
  // Pods take their grace period; what is there after it holds on to something that nobody serves.
  await stripFinalizers(admin, namespace);
  return await admin.clock.until(isGone, { timeoutMs });
};

const DELETION_WAIT_MS = 45_000;
