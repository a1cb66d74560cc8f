import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { openHost } from "#env/open/open-host.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { mergeValues } from "#kube/app/merge-values.ts";
import { hasSettled } from "#kube/checks/settled.ts";
import { refOf } from "#kube/objects/object-ref.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { recordBaseline } from "#pool/baseline/record-baseline.ts";
import { restoreBaseline } from "#pool/baseline/restore-baseline.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { findMissingImage } from "./find-missing-image.ts";
import { realKubeconfig } from "./real-world.ts";

/** hotel-reservation in a namespace of any cluster, with its recorded baseline. */
export interface HotelWorld {
  readonly admin: ClusterPort;
  readonly app: AppRecord;
  readonly namespace: string;
  readonly baseline: Baseline;
  restore(): Promise<unknown>;
  close(): Promise<void>;
}

export interface HotelWorldKind {
  /** Title for tests; says why it is absent if it is. */
  readonly title: string;
  readonly isAbsent: boolean;
  open(): Promise<HotelWorld>;
}

const APP = "hotel-reservation";
const VALUES = ["values.yaml", "values-actor.yaml"].map(
  (file) => parse(readFileSync(new URL(`../../charts/${APP}/${file}`, import.meta.url), "utf8")) as ChartValues,
) as [ChartValues, ChartValues];

const openSimulated = async (): Promise<HotelWorld> => {
  // The real one is freshly installed.
  const { backend } = await openHost({ variant: "standard", hasPast: false });
  const { admin, namespace, baseline } = await backend.lease({ app: APP, scope: "namespace", rights: "cluster", seed: "11" });
  return { admin, app: baseline.app, namespace, baseline, restore: () => restoreBaseline(admin, baseline), close: async () => {} };
};

const openReal = async (kubeconfigPath: string): Promise<HotelWorld> => {
  const namespace = `actor-${randomBytes(4).toString("hex")}`;
  const tools = `${namespace}-tools`;
  const admin = createKubernetesPort({ kubeconfigPath, probeNamespace: tools });
  const close = async (): Promise<void> => {
    await admin.close();
    for (const name of [namespace, tools]) await deleteObject(admin, { resource: "namespaces", name });
    await admin.close();
  };
  try {
    await createObject(admin, { resource: "namespaces", object: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } } });
    const hasAccount = async (): Promise<boolean> =>
      (await getObject(admin, { resource: "serviceaccounts", namespace, name: "default" })) !== undefined;
    await admin.clock.until(hasAccount, { timeoutMs: READY_MS });
    for (const object of buildManifests(mergeValues(...VALUES), { namespace }))
      await createObject(admin, { resource: refOf(object)?.resource ?? "", object });
    if (!(await admin.clock.until(() => hasSettled(admin, namespace), { timeoutMs: READY_MS })))
      throw new Error(`${APP} does not become ready in ${namespace}`);
    const app = (await loadApps()).find(({ record }) => record.name === APP)?.record as AppRecord;
    const baseline = await recordBaseline(admin, { app, namespace });
    return { admin, app, namespace, baseline, restore: () => restoreBaseline(admin, baseline), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const READY_MS = 600_000;

const kubeconfig = realKubeconfig();
const obstacle = await findMissingImage(kubeconfig, [`${VALUES[1].imageRegistry}/${APP}:latest`]);

/** Both worlds; in the real one the actor plays every component. */
export const HOTEL_WORLDS: readonly HotelWorldKind[] = [
  { title: "a simulated cluster", isAbsent: false, open: openSimulated },
  {
    title: `a real cluster${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`,
    isAbsent: obstacle !== undefined,
    open: () => openReal(kubeconfig ?? ""),
  },
];
