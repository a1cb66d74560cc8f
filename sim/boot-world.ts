import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { invariant } from "#core/invariant.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { definedGroups } from "#kube/confinement/namespace-rules.ts";
import { tokenlessAccount } from "#kube/confinement/tokenless-account.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import { pathIn } from "#kube/ports/api-path.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import type { UserInfo } from "./apiserver/http/client.ts";
import { handle } from "./apiserver/http/handle.ts";
import { customResources } from "./apiserver/schema/custom/custom-resources.ts";
import { getObject } from "./apiserver/store/store.ts";
import { bootstrapCluster } from "./bootstrap/bootstrap-cluster.ts";
import { fullCluster } from "./bootstrap/cluster-plan.ts";
import { teamAccess } from "./bootstrap/team-access.ts";
import { createWorld, type WorldRequest } from "./create-world.ts";
import { holdLoad } from "./flow/load.ts";
import type { World } from "./kernel/world.ts";

/** Request for a world with the parts that an application needs. */
export interface AppWorldRequest extends Pick<WorldRequest, "seed" | "checkers" | "openApi"> {
  readonly app: AppRecord;
  /** Behaviour of the app's own programs; missing: it has none. */
  readonly behaviour?: AppBehaviour;
}

/** Request to boot a baseline. */
export interface BootRequest extends AppWorldRequest {
  readonly manifests: readonly KubeObject[];
  /** Number of this baseline among those of its app: each is older than the one before. */
  readonly variant: number;
  /** Field manager of the installation; missing: that of `kubectl apply`. */
  readonly fieldManager?: string;
  /** True: the load is held until somebody puts it on, and the world is given back as soon as the app is ready; missing: false. */
  readonly isLoadHeld?: boolean;
  /** Number of nodes that take the app's pods; missing: 3. */
  readonly workers?: number;
}

/**
 * Boots a cluster with an application on it: installed as a person would, ready, with load and some history.
 *
 * @throws InvariantViolation when the API server refuses a manifest or the app does not get ready
 */
export const bootWorld = (request: BootRequest): World => {
  const steps = bootSteps(request);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Creates the world in which an application can be installed; nothing is in it yet. */
export const emptyWorld = ({ app, behaviour, ...request }: AppWorldRequest): World =>
  createWorld({ ...request, apps: [{ record: app, namespace: app.namespace, ...(behaviour && { behaviour }) }], nowMs: WORLD_EPOCH_MS });

/** Boots a world in steps of a few milliseconds of work, so that whoever takes them can do other things in between. */
export function* bootSteps(request: BootRequest): Generator<void, World> {
  const { app, manifests, variant, fieldManager, isLoadHeld = false, workers } = request;
  const world = emptyWorld(request);
  if (isLoadHeld) holdLoad(world);
  bootstrapCluster(world, fullCluster(workers));
  yield* runSteps(world, world.nowMs() + CLUSTER_AGE_MS);
  install(world, { apiVersion: "v1", kind: "Namespace", metadata: { name: app.namespace } });
  install(world, tokenlessAccount(app.namespace));
  for (const access of teamAccess(app.namespace, definedGroups(manifests))) install(world, access);
  for (const manifest of manifests) {
    install(world, manifest, fieldManager);
    yield* runSteps(world, world.nowMs() + WRITE_MS);
  }
  yield* readySteps(world, app);
  if (!isLoadHeld) yield* runSteps(world, world.nowMs() + HISTORY_MS + variant * VARIANT_AGE_MS);
  return world;
}

/** The cluster was there before the app, and nobody installs at the stroke of the hour. */
const CLUSTER_AGE_MS = 86_400_000 + 2_237_000;

/** Time that a client takes for one object of a chart, ms. */
const WRITE_MS = 35;

/** Long enough for rates over ten minutes, short enough to boot quickly. */
const HISTORY_MS = 900_000;

const VARIANT_AGE_MS = 420_000;

/** Installed by an operator, as `kubectl apply` would. */
const OPERATOR: UserInfo = { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins", "system:masters", "system:authenticated"] };

const install = (world: World, manifest: KubeObject, fieldManager = "kubectl-client-side-apply"): void => {
  const custom = customResources(world).byKind.get(`${manifest.apiVersion} ${manifest.kind}`);
  const row = resourceOfKind(manifest.apiVersion, manifest.kind) ?? custom?.row;
  invariant(row !== undefined, `the chart holds a ${manifest.apiVersion} ${manifest.kind}, which is unknown`);
  const path = pathIn(row, { namespace: manifest.metadata.namespace });
  const { status, body } = handle(world, {
    method: "POST",
    path,
    query: {},
    body: manifest,
    user: OPERATOR,
    fieldManager,
  });
  invariant(status < 300, `${manifest.kind} ${manifest.metadata.name}: ${JSON.stringify(body)}`);
};

/** Runs all events up to and including an instant, then moves time there. */
function* runSteps(world: World, untilMs: number): Generator<void, void> {
  while (!world.advance(untilMs, SLICE_EVENTS)) yield;
}

/** Number of events of a step. */
const SLICE_EVENTS = 8;

function* readySteps(world: World, app: AppRecord): Generator<void, void> {
  const deadlineMs = world.nowMs() + READY_MAX_MS;
  while (unready(world, app).length > 0) {
    invariant(world.runNext(deadlineMs), `the app does not get ready: ${unready(world, app).join(", ")}`);
    yield;
  }
}

const READY_MAX_MS = 1_800_000;

/** Components that are not all there yet, those that operators make among them. */
const unready = (world: World, { components, namespace }: AppRecord): readonly string[] =>
  components
    .filter(({ name, workload }) => {
      const object = getObject<Deployment | StatefulSet>(world, RESOURCES[workload], namespace, name);
      return object === undefined || (object.status?.readyReplicas ?? 0) !== (object.spec.replicas ?? 1);
    })
    .map(({ name }) => name);

const RESOURCES = { deployment: "deployments.apps", statefulset: "statefulsets.apps" } as const;
