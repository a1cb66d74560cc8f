import type { Place } from "#injectors/injector.ts";
import { playAct } from "#injectors/timeline.ts";
import type { InjectedFault } from "./incident.ts";
import type { PlannedAct } from "./noise-schedule.ts";

/** Acts of faults that come after a time, in their order. */
export const plannedActs = (faults: readonly InjectedFault[], place: Place, injectedMs: number, afterMs: number): readonly PlannedAct[] =>
  faults
    .flatMap(({ injector, params }) => injector.timeline?.(params, place).acts ?? [])
    .map(({ atMs, act }): PlannedAct => ({ atMs: injectedMs + atMs, play: (cluster) => playAct(cluster, place.namespace, act) }))
    .filter(({ atMs }) => atMs > afterMs)
    .sort((a, b) => a.atMs - b.atMs);

/** Time after the injection until the triggers of all faults have passed, ms; 0 where none has one. */
export const triggersOverMs = (faults: readonly InjectedFault[], place: Place): number =>
  Math.max(0, ...faults.map(({ injector, params }) => injector.timeline?.(params, place).trigger?.toMs ?? 0));
