import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Container, Pod, PodSpec } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import type { Client } from "../apiserver/http/client.ts";
import { createClient } from "../apiserver/http/create-client.ts";
import { listObjects } from "../apiserver/store/store.ts";
import { checkWorld } from "../checkers/check-world.ts";
import { createWorld } from "../create-world.ts";
import type { World } from "../kernel/world.ts";
import { bootstrapCluster } from "./bootstrap-cluster.ts";

/** A running cluster with an empty namespace `shop`, for tests of its parts together. */
export interface ClusterFixture {
  readonly world: World;
  readonly client: Client;
  /** Creates objects in `shop`; throws when one is refused. */
  create(...objects: readonly KubeObject[]): void;
  run(seconds: number): void;
  /** The pods of `shop` whose name begins so. */
  pods(prefix: string): readonly Pod[];
  /** `reason: message` of the events in `shop`, oldest first, with `(xN)` where counted. */
  events(about: string): readonly string[];
}

let booted: World | undefined;

/** Creates a cluster; all fixtures fork one cluster that was booted once. */
export const createFixture = (seed = "7"): ClusterFixture => {
  booted ??= bootBase();
  return asFixture(booted.fork(seed));
};

/** A cluster with a namespace `shop` that is there already. */
export const asFixture = (world: World): ClusterFixture => {
  const client = createClient(world, ADMIN);
  return {
    world,
    client,
    create: (...objects) => objects.forEach((object) => void createOrThrow(client, object)),
    run: (seconds) => world.runUntil(world.nowMs() + Math.round(seconds * 1000)),
    pods: (prefix) => listObjects<Pod>(world, "pods", "shop").filter(({ metadata }) => metadata.name.startsWith(prefix)),
    events: (about) =>
      listObjects<Event>(world, "events", "shop")
        .filter(({ involvedObject }) => involvedObject.name?.startsWith(about) === true)
        .map(({ reason, message, count = 1 }) => `${reason}: ${message}${count > 1 ? ` (x${count})` : ""}`),
  };
};

/** A Deployment of one busybox container. */
export const deployment = (
  name: string,
  container: Partial<Container>,
  spec: Partial<PodSpec> = {},
  rest: Partial<Deployment["spec"]> = {},
): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: "shop" },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "100000"], ...container }], ...spec },
    },
    ...rest,
  },
});

/** A small image that is everywhere. */
export const BUSYBOX = "registry.local/busybox:1.35";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const bootBase = (): World => {
  const world = createWorld({ apps: [], seed: "fixture", nowMs: WORLD_EPOCH_MS, checkers: [checkWorld] });
  bootstrapCluster(world);
  createOrThrow(createClient(world, ADMIN), { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
  world.runUntil(world.nowMs() + 60_000);
  return world;
};

const createOrThrow = (client: Client, object: KubeObject): void => {
  const resource = resourceOfKind(object.apiVersion, object.kind)?.resource ?? "";
  const result = client.create(resource, object);
  if (!result.ok) throw new Error(`${object.kind} ${object.metadata.name}: ${result.error.message}`);
};
