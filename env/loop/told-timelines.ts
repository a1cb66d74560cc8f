import type { TimedAct, Timeline } from "#injectors/timeline.ts";
import type { Incident } from "./incident.ts";

/** Timelines of an incident's faults, as they are told beside the truth; nothing where no fault acts after its injection. */
export const toldTimelines = (incident: Incident): { readonly timelines?: readonly ToldTimeline[] } => {
  const timelines = timelinesOf(incident);
  return timelines.length === 0 ? {} : { timelines };
};

/** Later acts of a fault on the clock of an episode: times below 0 are before its start. */
interface ToldTimeline {
  readonly fault: string;
  readonly target: string;
  /** Time of the injection, ms. */
  readonly injectedMs: number;
  /** In order of their times, ms; those after the agent's end do not come. */
  readonly acts: readonly TimedAct[];
  /** Span of the acts that set something off, ms; missing: none of them passes and leaves something behind. */
  readonly trigger?: Timeline["trigger"];
}

const timelinesOf = ({ faults, place, injectedMs, startMs }: Incident): readonly ToldTimeline[] =>
  faults.flatMap(({ injector, target, params }) => {
    const timeline = injector.timeline?.(params, place);
    if (timeline === undefined) return [];
    const sinceMs = injectedMs - startMs;
    const { acts, trigger } = timeline;
    return [
      {
        fault: injector.id,
        target,
        injectedMs: sinceMs,
        acts: acts.map(({ atMs, act }) => ({ atMs: sinceMs + atMs, act })),
        ...(trigger && { trigger: { fromMs: sinceMs + trigger.fromMs, toMs: sinceMs + trigger.toMs } }),
      },
    ];
  });
