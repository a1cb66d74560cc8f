import { expect } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import type { World } from "#sim/kernel/world.ts";
import { readPodLog } from "#sim/telemetry/logs/pod-log.ts";

/** The published form of an app under load, whose namespace has its name, and what to do to it and see of it. */
export interface AppUnderLoad {
  readonly world: World;
  /** Another that goes its own way from here. */
  fork(): AppUnderLoad;
  /** Sends a request that must succeed. */
  send(method: "PATCH" | "DELETE" | "POST", path: string, body?: object): void;
  /** Lets virtual time pass, in seconds. */
  pass(seconds: number): void;
  /** Scales a Deployment or a StatefulSet, and lets a minute and a half pass. */
  scale(component: string, replicas: number): void;
  /** Changes the container of a workload, and lets a minute and a half pass. */
  patchContainer(component: string, container: object): void;
  /** Deletes a component's pod, and lets a minute pass. */
  restart(component: string): void;
  /** Shares of failing requests, by operations. */
  failingShares(operations: readonly string[]): readonly number[];
  /** Traffic of this instant. */
  row(): FlowRow | undefined;
  /** Time after which callers of a component know of a failure, ms; NaN when there is none. */
  waitFor(component: string): number;
  /** The newest pod of a component. */
  podOf(component: string): Pod;
  /** Log of that pod. */
  logOf(component: string): string;
}

/** Boots an app; its programs behave as described, or as a test wants it. */
export const bootAppUnderLoad = async (
  name: string,
  change: (behaviour: AppBehaviour) => AppBehaviour = (behaviour) => behaviour,
): Promise<AppUnderLoad> => {
  const app = (await loadApps()).find(({ record }) => record.name === name);
  if (app === undefined) throw new Error(`no app ${name}`);
  return appIn(
    bootWorld({ app: app.record, behaviour: change(app.behaviour), manifests: app.manifests, seed: "broken", variant: 0 }),
    name,
  );
};

const appIn = (world: World, namespace: string): AppUnderLoad => {
  const send: AppUnderLoad["send"] = (method, path, body) => {
    const patchType = method === "PATCH" ? { patchType: "strategic" as const } : {};
    const { status } = handle(world, { method, path, query: {}, user: USER, ...patchType, ...(body && { body }) });
    expect(status, `${method} ${path}`).toBeLessThan(300);
  };
  const pass = (seconds: number) => world.runUntil(world.nowMs() + seconds * 1000);
  const workloadPath = (component: string): string => {
    const sets = listObjects<StatefulSet>(world, "statefulsets.apps", namespace).map(({ metadata }) => metadata.name);
    return `/apis/apps/v1/namespaces/${namespace}/${sets.includes(component) ? "statefulsets" : "deployments"}/${component}`;
  };
  const row = () => world.log<FlowRow>(FLOW_HISTORY).last();
  const podOf = (component: string) =>
    listObjects<Pod>(world, "pods", namespace).findLast(
      ({ metadata, status }) => isPodNameOf(metadata.name, component) && metadata.deletionTimestamp === undefined && status !== undefined,
    ) as Pod;
  return {
    world,
    fork: () => appIn(world.fork(), namespace),
    send,
    pass,
    scale: (component, replicas) => {
      send("PATCH", workloadPath(component), { spec: { replicas } });
      pass(90);
    },
    patchContainer: (component, container) => {
      const containers = [{ name: component, ...container }];
      send("PATCH", workloadPath(component), { spec: { template: { spec: { containers } } } });
      pass(90);
    },
    restart: (component) => {
      send("DELETE", `/api/v1/namespaces/${namespace}/pods/${podOf(component).metadata.name}`);
      pass(60);
    },
    row,
    failingShares: (operations) =>
      operations.map(
        (name) =>
          row()
            ?.operations.find(({ operation }) => operation === name)
            ?.errors.reduce((sum, { share }) => sum + share, 0) ?? Number.NaN,
      ),
    waitFor: (component) => row()?.edges.find(({ to }) => to === component)?.errors[0]?.afterMs ?? Number.NaN,
    podOf,
    logOf: (component) => {
      const log = readPodLog(world, { namespace, pod: podOf(component).metadata.name });
      return log.ok ? log.text : log.message;
    },
  };
};

const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
