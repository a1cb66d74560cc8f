import { parseJson } from "#core/parse-json.ts";
import type { SignalTrack } from "#viewer/protocol.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";

/** Signals that the last observation of an episode holds, in minutes since its start; none if the view was not asked for. */
export const readSignals = ({ initial, steps }: Trajectory): readonly SignalTrack[] => {
  const { observation } = steps.at(-1) ?? initial;
  const json = observation.views.find(({ name }) => name === "signals")?.json;
  const { signals = [] } = Object(json === undefined ? undefined : parseJson(json)) as { readonly signals?: readonly Signal[] };
  return signals.map(({ name, limit, points }) => ({
    name,
    limit,
    points: points.map(([atS, value]) => [Number((atS / 60).toFixed(3)), value] as const),
  }));
};

/** A signal as the view `signals` writes it. */
interface Signal {
  readonly name: string;
  readonly limit: number;
  readonly points: readonly (readonly [sinceStartS: number, value: number])[];
}
