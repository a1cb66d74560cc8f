import type { Trajectory } from "../trajectories/trajectory.ts";
import type { ChartBar } from "./chart.ts";

/**
 * Spans in which alerts were pending (faint) or firing, in minutes since the start, from the view `alerts` of each observation.
 *
 * A state is seen first and last by an observation, so that the spans are as exact as the steps are short.
 */
export const alertBars = ({ initial, steps }: Trajectory): readonly ChartBar[] => {
  const moments = [initial, ...steps];
  const bars: ChartBar[] = [];
  const open = new Map<string, OpenBar>();
  const close = (key: string, to: number): void => {
    const { name, from, state } = open.get(key) as OpenBar;
    bars.push({ name, from, to, ...(state === "pending" && { isFaint: true }) });
    open.delete(key);
  };
  for (const { observation, virtual_time_ms } of moments) {
    const now = (virtual_time_ms - initial.virtual_time_ms) / 60_000;
    const json = observation.views.find(({ name }) => name === "alerts")?.json;
    if (json === undefined) continue;
    const seen = new Map((JSON.parse(json) as readonly AlertOfView[]).map((alert) => [keyOf(alert), alert]));
    for (const [key, { state }] of open) if (seen.get(key)?.state !== state) close(key, now);
    for (const [key, alert] of seen) if (!open.has(key)) open.set(key, { name: nameOf(alert), from: now, state: alert.state });
  }
  const end = ((moments.at(-1)?.virtual_time_ms ?? 0) - initial.virtual_time_ms) / 60_000;
  for (const key of [...open.keys()]) close(key, end);
  return bars;
};

/** An alert as the view `alerts` writes it. */
interface AlertOfView {
  readonly name: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface OpenBar {
  readonly name: string;
  readonly from: number;
  readonly state: string;
}

const keyOf = ({ name, labels }: AlertOfView): string => JSON.stringify([name, labels]);

const nameOf = ({ name, labels }: AlertOfView): string => {
  const about =
    labels["service_name"] ?? labels["pod"] ?? labels["deployment"] ?? labels["statefulset"] ?? labels["instance"] ?? labels["node"];
  return about === undefined ? name : `${name} ${about}`;
};
