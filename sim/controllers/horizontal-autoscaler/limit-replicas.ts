import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import type { World } from "../../kernel/world.ts";

/** A condition without its time. */
export type BareCondition = readonly [type: string, status: "True" | "False", reason: string, message: string];

/** Replicas after the limits, and the conditions that explain them. */
export interface Limited {
  readonly replicas: number;
  readonly able: BareCondition;
  readonly bounds: BareCondition;
}

interface ScalingRules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type: string; readonly value: number; readonly periodSeconds: number }[];
}

interface Noted {
  readonly atMs: number;
  readonly replicas: number;
}

interface ScaleEvent {
  readonly atMs: number;
  /** Positive: added; negative: taken away. */
  readonly change: number;
}

const RECOMMENDATIONS = "controllers/recommendations";
const SCALE_EVENTS = "controllers/scale-events";
const DOWNSCALE_WINDOW_MS = 300_000;
const KEPT_MS = 3_600_000;

/** Holds a proposal back by the recent ones, by the rates that the behaviour allows, and by the bounds. */
export const limitReplicas = (world: World, autoscaler: HorizontalPodAutoscaler, current: number, proposed: number): Limited => {
  const { minReplicas = 1, maxReplicas, behavior } = autoscaler.spec;
  const rules = behavior as { readonly scaleUp?: ScalingRules; readonly scaleDown?: ScalingRules } | undefined;
  const stable = stabilize(world, autoscaler, { current, proposed, rules });
  const able: BareCondition = stable.why ?? ["AbleToScale", "True", "ReadyForNewScale", "recommended size matches current size"];
  const limits = rules === undefined ? plainLimits(current) : ruledLimits(world, autoscaler, current, rules);
  const bounded = bound(stable.replicas, current, { minReplicas, maxReplicas, ...limits });
  return { replicas: bounded.replicas, able, bounds: bounded.why };
};

/** Takes the number that an autoscaler finds at its first look as a proposal, so that it does not scale down at once. */
export const rememberFirst = (world: World, { metadata }: HorizontalPodAutoscaler, current: number): void => {
  const kept = world.map<readonly Noted[]>(RECOMMENDATIONS);
  if (!kept.has(metadata.uid as string)) kept.set(metadata.uid as string, Object.freeze([{ atMs: world.nowMs(), replicas: current }]));
};

/** Records a scaling, for the rates of scaling policies. */
export const recordScaling = (world: World, { metadata }: HorizontalPodAutoscaler, change: number): void => {
  const kept = world.map<readonly ScaleEvent[]>(SCALE_EVENTS);
  const key = metadata.uid as string;
  const recent = (kept.get(key) ?? []).filter(({ atMs }) => atMs > world.nowMs() - KEPT_MS);
  kept.set(key, Object.freeze([...recent, { atMs: world.nowMs(), change }]));
};

interface Wish {
  readonly current: number;
  readonly proposed: number;
  readonly rules: { readonly scaleUp?: ScalingRules; readonly scaleDown?: ScalingRules } | undefined;
}

const stabilize = (
  world: World,
  { metadata }: HorizontalPodAutoscaler,
  { current, proposed, rules }: Wish,
): { readonly replicas: number; readonly why: BareCondition | undefined } => {
  const kept = world.map<readonly Noted[]>(RECOMMENDATIONS);
  const key = metadata.uid as string;
  const downMs = (rules?.scaleDown?.stabilizationWindowSeconds ?? DOWNSCALE_WINDOW_MS / 1000) * 1000;
  const upMs = (rules?.scaleUp?.stabilizationWindowSeconds ?? 0) * 1000;
  const nowMs = world.nowMs();
  const before = (kept.get(key) ?? []).filter(({ atMs }) => atMs > nowMs - Math.max(downMs, upMs));
  kept.set(key, Object.freeze([...before, { atMs: nowMs, replicas: proposed }]));
  const within = (windowMs: number): readonly number[] =>
    before.filter(({ atMs }) => atMs > nowMs - windowMs).map(({ replicas }) => replicas);
  const highest = Math.max(proposed, ...within(downMs));
  if (rules === undefined) return { replicas: highest, why: highest > proposed ? HELD_UP : undefined };
  const lowest = Math.min(proposed, ...within(upMs));
  const replicas = Math.min(Math.max(current, lowest), highest);
  if (replicas === proposed) return { replicas, why: undefined };
  return { replicas, why: proposed >= current ? HELD_DOWN : HELD_UP };
};

const HELD_UP: BareCondition = [
  "AbleToScale",
  "True",
  "ScaleDownStabilized",
  "recent recommendations were higher than current one, applying the highest recent recommendation",
];
const HELD_DOWN: BareCondition = [
  "AbleToScale",
  "True",
  "ScaleUpStabilized",
  "recent recommendations were lower than current one, applying the lowest recent recommendation",
];

/** Without a behaviour nothing limits the way down, and the way up at most doubles. */
const plainLimits = (current: number): RateLimits => ({ upLimit: Math.max(2 * current, 4), downLimit: 0 });

interface RateLimits {
  readonly upLimit: number;
  readonly downLimit: number;
}

const ruledLimits = (
  world: World,
  { metadata }: HorizontalPodAutoscaler,
  current: number,
  { scaleUp = {}, scaleDown = {} }: NonNullable<Wish["rules"]>,
): RateLimits => {
  const events = world.map<readonly ScaleEvent[]>(SCALE_EVENTS).get(metadata.uid as string) ?? [];
  const startOf = (periodSeconds: number): number =>
    current - events.filter(({ atMs }) => atMs > world.nowMs() - periodSeconds * 1000).reduce((sum, { change }) => sum + change, 0);
  const up = (scaleUp.policies ?? []).map(({ type, value, periodSeconds }) =>
    type === "Pods" ? startOf(periodSeconds) + value : Math.ceil(startOf(periodSeconds) * (1 + value / 100)),
  );
  const down = (scaleDown.policies ?? []).map(({ type, value, periodSeconds }) =>
    type === "Pods" ? startOf(periodSeconds) - value : Math.trunc(startOf(periodSeconds) * (1 - value / 100)),
  );
  return {
    upLimit:
      scaleUp.selectPolicy === "Disabled" ? current : Math.max(current, scaleUp.selectPolicy === "Min" ? Math.min(...up) : Math.max(...up)),
    downLimit:
      scaleDown.selectPolicy === "Disabled"
        ? current
        : Math.min(current, scaleDown.selectPolicy === "Min" ? Math.max(...down) : Math.min(...down)),
  };
};

const bound = (
  wanted: number,
  current: number,
  { minReplicas, maxReplicas, upLimit, downLimit }: RateLimits & { readonly minReplicas: number; readonly maxReplicas: number },
): { readonly replicas: number; readonly why: BareCondition } => {
  const highest = Math.min(maxReplicas, upLimit);
  const lowest = Math.max(minReplicas, downLimit);
  if (wanted > highest && wanted > current)
    return upLimit < maxReplicas
      ? limited(highest, "ScaleUpLimit", "the desired replica count is increasing faster than the maximum scale rate")
      : limited(highest, "TooManyReplicas", "the desired replica count is more than the maximum replica count");
  if (wanted < lowest && wanted < current)
    return downLimit > minReplicas
      ? limited(lowest, "ScaleDownLimit", "the desired replica count is decreasing faster than the maximum scale rate")
      : limited(lowest, "TooFewReplicas", "the desired replica count is less than the minimum replica count");
  if (wanted > maxReplicas)
    return limited(maxReplicas, "TooManyReplicas", "the desired replica count is more than the maximum replica count");
  if (wanted < minReplicas)
    return limited(minReplicas, "TooFewReplicas", "the desired replica count is less than the minimum replica count");
  return { replicas: wanted, why: ["ScalingLimited", "False", "DesiredWithinRange", "the desired count is within the acceptable range"] };
};

const limited = (replicas: number, reason: string, message: string): { readonly replicas: number; readonly why: BareCondition } => ({
  replicas,
  why: ["ScalingLimited", "True", reason, message],
});
