import { DrillError } from "#core/drill-error.ts";
import type { Baseline, SlotExtent } from "#kube/app/baseline.ts";
import { hasSettled } from "#kube/checks/settled.ts";
import { tokenlessAccount } from "#kube/confinement/tokenless-account.ts";
import { refOf } from "#kube/objects/object-ref.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { dataOf, factsOf, readStores, type StoreStates } from "../../baseline/read-stores.ts";
import { recordBaseline } from "../../baseline/record-baseline.ts";
import { openSlotView } from "../../kubernetes/slot-view.ts";
import type { NamespaceForm } from "./namespace-app.ts";
import type { PoolCluster } from "./pool-cluster.ts";
import { verifySlot } from "./verify-slot.ts";

/** Durations of creating a slot, ms. */
export interface CreationTimes {
  /** Time until the API server has accepted every object. */
  readonly objectsMs: number;
  /** Time until every pod is ready. */
  readonly readyMs: number;
  /** Time until the baseline is recorded and stable. */
  readonly baselineMs: number;
}

/** Namespace and further objects for an app. */
export interface SlotPlan {
  readonly namespace: string;
  /** Labels of the namespace; missing: none. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly extent: SlotExtent;
  /** Objects that are created before the app. */
  readonly objects: readonly KubeObject[];
  readonly readyTimeoutMs: number;
}

/** A created slot. */
export interface CreatedSlot {
  readonly baseline: Baseline;
  readonly times: CreationTimes;
}

/**
 * Creates a namespace with an app in it, waits until it is ready and stable, and records its baseline.
 *
 * @throws DrillError BACKEND_DOWN if the app does not get ready; the caller removes what exists
 */
export const createSlot = async (
  { admin }: Pick<PoolCluster, "admin">,
  app: NamespaceForm,
  { namespace, labels, extent, objects, readyTimeoutMs }: SlotPlan,
): Promise<CreatedSlot> => {
  const startMs = admin.clock.nowMs();
  await createEach(admin, [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, ...(labels && { labels }) } }]);
  const view = openSlotView(admin, namespace);
  try {
    const hasAccount = async () =>
      (await admin.read({ path: apiPath({ resource: "serviceaccounts", namespace, name: "default" }) })).status === 200;
    if (!(await view.clock.until(hasAccount, { timeoutMs: readyTimeoutMs }))) throw notReady(namespace, "it gets no service account");
    await withholdTokens(admin, namespace);
    await createEach(admin, objects);
    let objectsMs = admin.clock.nowMs() - startMs;
    for (const wave of inDependencyOrder(app, namespace)) {
      const waveMs = admin.clock.nowMs();
      await createEach(admin, wave);
      objectsMs += admin.clock.nowMs() - waveMs;
      if (!(await view.clock.until(() => hasSettled(admin, namespace), { timeoutMs: readyTimeoutMs })))
        throw notReady(namespace, await describePods(admin, namespace));
    }
    const readyMs = admin.clock.nowMs() - startMs - objectsMs;
    const baseline = await recordAtRest(admin, app, { namespace, extent });
    return { baseline, times: { objectsMs, readyMs, baselineMs: admin.clock.nowMs() - startMs - objectsMs - readyMs } };
  } finally {
    view.close();
  }
};

/** Has pods that name no account run without a token of the API server. */
const withholdTokens = async (admin: ClusterPort, namespace: string): Promise<void> => {
  const { metadata, automountServiceAccountToken } = tokenlessAccount(namespace);
  const path = apiPath({ resource: "serviceaccounts", namespace, name: metadata.name });
  const answer = await admin.write({ method: "PATCH", path, patchType: "merge", body: { automountServiceAccountToken } });
  bodyOf(answer, `patch serviceaccount ${metadata.name}`);
};

/**
 * Groups the objects by order of creation, dependencies first. Without it programs that find no store would crash and
 * back off, and a slot would start with pods that have restarted.
 */
const inDependencyOrder = ({ record, manifestsFor }: NamespaceForm, namespace: string): readonly (readonly KubeObject[])[] => {
  const leaning = new Set(record.components.filter(({ role }) => role === "service" || role === "frontend").map(({ name }) => name));
  const isLate = ({ kind, metadata }: KubeObject): boolean => kind === "Deployment" && leaning.has(metadata.name);
  const objects = manifestsFor(namespace);
  return [objects.filter((object) => !isLate(object)), objects.filter(isLate)];
};

/** Creates objects kind by kind, since pods need what they mount, and those of one kind in parallel. */
const createEach = async (admin: ClusterPort, objects: readonly KubeObject[]): Promise<void> => {
  for (const sameKind of Map.groupBy(objects, ({ kind }) => kind).values()) {
    await Promise.all(
      sameKind.map(async (object) => {
        const path = apiPath({ resource: refOf(object)?.resource ?? "", namespace: object.metadata.namespace });
        const answer = await admin.write({ method: "POST", path, body: object, fieldManager: MANAGER });
        bodyOf(answer, `create ${object.kind} ${object.metadata.name}`);
      }),
    );
  }
};

/** Field manager that most apps are installed with. */
const MANAGER = "helm";

/** Records a baseline that is still valid when the recording ends. */
const recordAtRest = async (admin: ClusterPort, app: NamespaceForm, place: Pick<SlotPlan, "namespace" | "extent">): Promise<Baseline> => {
  for (let tries = 1; ; tries++) {
    const states = await readSeededStores(admin, app, place.namespace);
    const baseline = await recordBaseline(admin, { app: app.record, ...place, stores: dataOf(states), storeFacts: factsOf(states) });
    const { equal, differences } = await verifySlot(admin, baseline);
    if (equal) return baseline;
    if (tries === RECORDINGS_MAX) throw notReady(place.namespace, `it does not come to rest: ${differences.slice(0, 3).join("; ")}`);
  }
};

/** Reads the stores once consumers have written their initial data, which they do some time after they are ready. */
const readSeededStores = async (admin: ClusterPort, { record }: NamespaceForm, namespace: string): Promise<StoreStates> => {
  const names = record.components.filter(({ documents }) => documents === "seeded").map(({ name }) => name);
  let states: StoreStates = {};
  const areSeeded = async (): Promise<boolean> => {
    states = await readStores(admin, { app: record, namespace });
    return names.every((name) => (states[name]?.databases.length ?? 0) > 0);
  };
  await admin.clock.until(areSeeded, { timeoutMs: SEEDING_MS });
  return states;
};

const SEEDING_MS = 30_000;

const RECORDINGS_MAX = 5;

const notReady = (namespace: string, why: string): DrillError =>
  new DrillError("BACKEND_DOWN", `the app in namespace ${namespace} does not get ready: ${why}`);

/** Describes the pods that are not ready, for the operator. */
const describePods = async (admin: ClusterPort, namespace: string): Promise<string> => {
  const { body } = await admin.read({ path: apiPath({ resource: "pods", namespace }) });
  const waiting = ((body as { readonly items?: readonly PodState[] }).items ?? []).flatMap(({ metadata, status }) =>
    (status?.containerStatuses ?? [])
      .filter(({ ready }) => ready !== true)
      .map(({ state }) => `${metadata.name} ${state?.waiting?.reason ?? "is not ready"}`),
  );
  return waiting.length === 0 ? "there are no pods" : waiting.slice(0, 5).join(", ");
};

interface PodState extends KubeObject {
  readonly status?: {
    readonly containerStatuses?: readonly {
      readonly ready?: boolean;
      readonly state?: { readonly waiting?: { readonly reason?: string } };
    }[];
  };
}
