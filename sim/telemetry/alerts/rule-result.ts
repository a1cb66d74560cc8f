import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { kubeletServes } from "../../machines/unit-log.ts";
import { objectHistory, versionAt } from "../metrics/history/object-history.ts";
import { createTcpProber, TCP_PROBE, type TcpTarget, tcpTargets } from "../metrics/probe-series.ts";
import { type ScrapeJob, scrapeInstants } from "../metrics/scrape.ts";
import { beginMs, createObjectSource, createWorldSource } from "../metrics/world-series.ts";
import { LOOKBACK_MS } from "../promql/evaluation/current-index.ts";
import { evaluateInstant } from "../promql/query.ts";
import type { SeriesSource } from "../promql/series.ts";
import type { Expr } from "../promql/syntax/expr.ts";
import type { Sample } from "../promql/value.ts";
import type { AlertRule } from "./alert-rules.ts";
import { deploymentIsUp, type ObjectCondition, suspectsAt } from "./object-conditions.ts";

/** Result of a rule's expression at an instant: the same, to the bit and in order, as evaluating it over all series. */
export const resultOf = (world: World, rule: AlertRule, atMs: number): readonly Sample[] => {
  const { reads, expr } = rule;
  switch (reads.kind) {
    case "objects":
      return ofObjects(world, reads.condition, expr, atMs);
    case "probes":
      return ofProbes(world, rule, atMs);
    case "kubelets":
      return ofKubelets(world, expr, atMs);
    case "flow": {
      const suspects = reads.canHold(world, atMs - reads.windowMs - SETTLE_MS, atMs);
      if (suspects === undefined) return [];
      const source = createWorldSource(world, [suspects]);
      return reads.onlyIf !== undefined && vectorOf(reads.onlyIf, source, atMs).length === 0 ? [] : vectorOf(expr, source, atMs);
    }
  }
};

/** The rule holds for machines whose kubelet is silent; those that serve need no look at their series. */
const ofKubelets = (world: World, expr: Expr, atMs: number): readonly Sample[] => {
  const seenMs = scrapedMs(world, "kubernetes-cadvisor", atMs);
  const isSilent = seenMs !== undefined && [...objectHistory(world, "nodes")].some(([node]) => !kubeletServes(world, node, seenMs));
  return isSilent ? vectorOf(expr, createWorldSource(world), atMs) : [];
};

/** Time after a change for which scrapes may still show the state before it, ms. */
const SETTLE_MS = 15_000;

const vectorOf = (expr: Expr, source: SeriesSource, atMs: number): readonly Sample[] => {
  const result = evaluateInstant(expr, source, atMs);
  return result.kind === "vector" ? result.vector : [];
};

/** The newest scrape that an instant selector sees. */
const scrapedMs = (world: World, job: ScrapeJob, atMs: number): number | undefined =>
  scrapeInstants(job, Math.max(atMs - LOOKBACK_MS + 1, beginMs(world)), Math.min(atMs, world.nowMs()), true)[0];

const ofObjects = (world: World, condition: ObjectCondition, expr: Expr, atMs: number): readonly Sample[] => {
  const seenMs = scrapedMs(world, "kube-state-metrics", atMs);
  if (seenMs === undefined) return [];
  const { resource } = condition;
  return suspectsAt(objectHistory(world, resource), resource, seenMs).flatMap(({ key, object, states }) => {
    const state = states.get(condition);
    return state === undefined ? [] : keptResult(expr)(`${key} ${state}`, () => ofObject(expr, object, resource));
  });
};

const ofObject = (expr: Expr, object: KubeObject, resource: string): readonly Sample[] =>
  vectorOf(expr, createObjectSource(object, resource), 0);

/** Results by expression, cached: objects return to the states that they were in. */
const keptResult = keepFor((_expr: Expr) => keepUpTo<string, readonly Sample[]>(2000));

const ofProbes = (world: World, { expr, namespaces }: AlertRule, atMs: number): readonly Sample[] => {
  const probedMs = scrapedMs(world, "blackbox", atMs);
  const seenMs = scrapedMs(world, "kube-state-metrics", atMs);
  if (probedMs === undefined || seenMs === undefined) return [];
  const succeeds = createTcpProber(world);
  const deployments = objectHistory(world, "deployments.apps");
  return tcpTargets(world, namespaces).flatMap((target) => {
    if (target.fromMs > probedMs || succeeds(target, probedMs)) return [];
    const deployment = versionAt(deployments.get(target.key), seenMs)?.object;
    if (deployment === undefined || !deploymentIsUp(deployment as never)) return [];
    return keptResult(expr)(`${target.key} ${target.port}`, () => vectorOf(expr, onlyAbout(target, world), atMs));
  });
};

/** Series of one Service and its Deployment. */
const onlyAbout = ({ name, namespace, labels }: TcpTarget, world: World): SeriesSource => {
  const source = createWorldSource(world);
  return {
    select: (...question) =>
      source
        .select(...question)
        .filter((series) =>
          series.labels["__name__"] === TCP_PROBE
            ? series.labels["instance"] === labels["instance"]
            : series.labels["deployment"] === name && series.labels["namespace"] === namespace,
        ),
  };
};
