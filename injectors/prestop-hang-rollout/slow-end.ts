import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";

/** Longest time that pods may take to end, s. */
export const LONGEST_S = 120;

/** Time that the hooks of a pod take before its programs are told to stop, s: as long as they sleep, and no longer than its grace period. */
export const secondsToEnd = ({ containers, terminationGracePeriodSeconds = 30 }: PodSpec): number =>
  Math.min(
    terminationGracePeriodSeconds,
    Math.max(0, ...containers.map(({ lifecycle }) => secondsOf(lifecycle?.["preStop"] as Hook | undefined))),
  );

interface Hook {
  readonly sleep?: { readonly seconds: number };
  readonly exec?: { readonly command?: readonly string[] };
}

/** Time that a hook sleeps, s; infinitely long for what never ends. */
const secondsOf = ({ sleep, exec }: Hook = {}): number => {
  if (sleep !== undefined) return sleep.seconds;
  const [, seconds] = /\bsleep (\w+)/.exec(exec?.command?.join(" ") ?? "") ?? [];
  return seconds === undefined ? 0 : seconds === "infinity" ? Number.POSITIVE_INFINITY : Number.parseInt(seconds, 10);
};

/** Strategic merge patch that gives a container a preStop hook, or takes it away, and its pod a time in which to end. */
export const hookPatch = (container: string, preStop: object | null, terminationGracePeriodSeconds?: number) => ({
  spec: {
    template: {
      spec: {
        ...(terminationGracePeriodSeconds === undefined ? {} : { terminationGracePeriodSeconds }),
        containers: [{ name: container, lifecycle: { preStop } }],
      },
    },
  },
});

/** Takes pods away at once, whatever their hooks do. */
export const forceAway = (target: string, baseline: Baseline): ToolCall => {
  const { matchLabels = {} } = baselineWorkload(baseline, target).spec.selector;
  const labels = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  return kubectl(`delete pods -l ${labels.join(",")} --force --grace-period=0`);
};

/** True for a pod that was told to end, and has longer for it than pods may take. */
export const endsLate = ({ metadata }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.deletionGracePeriodSeconds ?? 0) > LONGEST_S;
