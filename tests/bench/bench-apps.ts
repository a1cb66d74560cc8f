import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { userTraffic } from "#sim/flow/user-traffic.ts";
import type { World } from "#sim/kernel/world.ts";
import { queryTelemetry } from "#sim/telemetry/query-telemetry.ts";
import { cpuMsOf, round, summarize } from "./stats.ts";

/** Costs of booting and running an app, as CPU time of this process, and its state when left alone. */
export interface AppFigures {
  /** CPU time of a boot, with the day before the app and its first quarter of an hour, s: the first of the process and a later one. */
  readonly boot_cold_s: number;
  readonly boot_s: number;
  readonly pods_ready: string;
  /** Warning events by their reason, with the number of pods that they are about. */
  readonly warnings: string;
  readonly error_share: number;
  readonly fork_us: number;
  /** Simulated time over CPU time, in ten minutes of nothing but the app's load. */
  readonly times_real_time: number;
  /** CPU time of questions of pods, metrics and logs after five hours over that of the same at first. */
  readonly growth: number;
}

/** Measures the published form of every app, or of one. */
export const benchApps = async (only?: string): Promise<ReadonlyMap<string, AppFigures>> => {
  const apps = (await loadApps()).filter(({ record }) => only === undefined || record.name === only);
  // Two rounds, so that each app's code has been compiled when the second begins.
  const cold = new Map(apps.map((app) => [app, cpuMsOf(() => boot(app, "cold"))]));
  return new Map(apps.map((app) => [app.record.name, figuresOf(app, cold.get(app)!.cpuMs)]));
};

const boot = ({ record, behaviour, manifests }: LoadedApp, seed: string): World =>
  bootWorld({ app: record, behaviour, manifests, seed, variant: 0 });

const figuresOf = (app: LoadedApp, coldMs: number): AppFigures => {
  const { cpuMs, result: world } = cpuMsOf(() => boot(app, "warm"));
  const { namespace } = app.record;
  const pods = listObjects<Pod>(world, "pods", namespace);
  const forks = Array.from({ length: FORKS }, (_, i) => wallUsOf(() => world.fork(`fork-${i}`)));
  const fromMs = world.nowMs();
  const aged = world.fork("aged");
  const { cpuMs: steadyMs } = cpuMsOf(() => aged.runUntil(fromMs + SPAN_MS));
  const { requests, errors } = userTraffic(aged, fromMs, fromMs + SPAN_MS);
  const atFirst = askedCpuMs(world.fork("asked"), namespace);
  aged.runUntil(fromMs + AGE_MS);
  return {
    boot_cold_s: round(coldMs / 1_000),
    boot_s: round(cpuMs / 1_000),
    pods_ready: `${pods.filter(isPodReady).length}/${pods.length}`,
    warnings: warningsOf(world, namespace),
    error_share: errors / requests,
    fork_us: summarize(forks).p50,
    times_real_time: Math.round(SPAN_MS / steadyMs),
    growth: round(askedCpuMs(aged, namespace) / atFirst),
  };
};

const FORKS = 200;
const SPAN_MS = 600_000;
const AGE_MS = 5 * 3_600_000;

/** Lets time pass and asks, again and again. @returns CPU time of the later half */
const askedCpuMs = (world: World, namespace: string): number => {
  const ask = (): void => {
    for (let i = 0; i < ASKED; i++) {
      world.runUntil(world.nowMs() + 5_000);
      handle(world, { method: "GET", path: `/api/v1/namespaces/${namespace}/pods`, query: {}, user: ADMIN });
      for (const question of questionsOf(namespace, world.nowMs() / 1_000)) queryTelemetry(world, question);
    }
  };
  ask();
  return cpuMsOf(ask).cpuMs;
};

const ASKED = 20;

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters"] };

const questionsOf = (namespace: string, nowS: number): readonly TelemetryRequest[] => [
  { api: "prometheus", path: "/api/v1/query", params: { query: "sum by (pod) (rate(container_cpu_usage_seconds_total[2m]))" } },
  {
    api: "prometheus",
    path: "/api/v1/query_range",
    params: { query: "sum(rate(container_cpu_usage_seconds_total[2m]))", start: `${nowS - 600}`, end: `${nowS}`, step: "30" },
  },
  { api: "loki", path: "/loki/api/v1/query_range", params: { query: `{namespace="${namespace}"}`, limit: "100" } },
];

const warningsOf = (world: World, namespace: string): string => {
  const warnings = listObjects<Event>(world, "events", namespace).filter(({ type }) => type === "Warning");
  const byReason = Map.groupBy(warnings, ({ reason }) => reason);
  return (
    [...byReason]
      .map(([reason, events]) => `${reason} of ${new Set(events.map(({ involvedObject }) => involvedObject.name)).size}`)
      .join(", ") || "none"
  );
};

const wallUsOf = (run: () => unknown): number => {
  const beganMs = performance.now();
  run();
  return (performance.now() - beganMs) * 1_000;
};
