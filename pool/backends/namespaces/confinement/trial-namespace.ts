import { DrillError } from "#core/drill-error.ts";
import { POD_SECURITY_LABELS } from "#kube/confinement/pod-security-labels.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { createSlotName } from "../slot-name.ts";
import { findOpenWays, type OpenWay } from "./find-open-ways.ts";

/** Tries in a namespace of its own, which is deleted afterwards, what the level of Pod Security has to refuse. */
export const findOpenWaysOfPods = async (admin: ClusterPort): Promise<readonly OpenWay[]> => {
  const name = createSlotName("check");
  const metadata = { name, labels: POD_SECURITY_LABELS };
  await createObject(admin, { resource: "namespaces", object: { apiVersion: "v1", kind: "Namespace", metadata } });
  try {
    const hasAccount = async () =>
      (await getObject(admin, { resource: "serviceaccounts", namespace: name, name: "default" })) !== undefined;
    // Without it each pod is refused for want of it, which tells nothing of what confines it.
    if (!(await admin.clock.until(hasAccount, { timeoutMs: ACCOUNT_MS })))
      throw new DrillError("BACKEND_DOWN", `the cluster made no service account in a new namespace within ${ACCOUNT_MS / 1_000} s`);
    return await findOpenWays(admin, name, ["level"]);
  } finally {
    await deleteObject(admin, { resource: "namespaces", name });
  }
};

/** The controllers of a cluster that has just started take as long as a minute. */
const ACCOUNT_MS = 120_000;
