import type { Tracks } from "../protocol.ts";
import { minutesOf, type RecordedEpisode } from "./recorded.ts";

/** A line of a chart: minutes since the start, and the value. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  /** True: each value holds until the next; missing: values are joined straight. */
  readonly isStepped?: boolean;
}

/** Lines over one quantity, with the value that is too much. */
export interface LineTrack {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly limit?: number;
  /** Writes a value. */
  readonly format: "share" | "ms" | "count" | "return";
}

/** Tracks of lines, the symptoms first; those without a measured point are left out. */
export const lineTracks = (episode: RecordedEpisode, tracks: Tracks | undefined): readonly LineTrack[] => [
  ...(tracks?.signals ?? [])
    .filter(({ points }) => points.length > 0)
    .map(
      ({ name, points, limit }): LineTrack => ({
        ...(SIGNALS[name] ?? { title: name, format: "count" }),
        lines: [{ name, points }],
        ...(limit !== undefined && { limit }),
      }),
    ),
  ...(tracks?.replicas === undefined ? [] : [replicaTrack(tracks.replicas)]),
  rewardTrack(episode),
];

const SIGNALS: Readonly<Record<string, Pick<LineTrack, "title" | "format">>> = {
  user_error_share: { title: "failed requests", format: "share" },
  p95_ms: { title: "slowest p95", format: "ms" },
};

const replicaTrack = ({ ready, wanted }: NonNullable<Tracks["replicas"]>): LineTrack => ({
  title: "replicas",
  format: "count",
  lines: [
    { ...wanted, isStepped: true },
    { ...ready, isStepped: true },
  ],
});

/** Return so far, and its components that ever paid anything. */
const rewardTrack = (episode: RecordedEpisode): LineTrack => {
  const minutes = minutesOf(episode);
  const booked = [
    ...episode.steps.map(({ components }, i) => ({ at: minutes[i + 1] ?? 0, components })),
    ...(episode.final === undefined ? [] : [{ at: minutes.at(-1) ?? 0, components: episode.final.components }]),
  ];
  const names = [
    ...new Set(booked.flatMap(({ components }) => components.filter(({ contribution = 0 }) => contribution !== 0).map(({ name }) => name))),
  ];
  const paid = (isWanted: (name: string) => boolean): Line["points"] => {
    let sum = 0;
    return [
      [0, 0],
      ...booked.map(({ at, components }): readonly [number, number] => {
        for (const { name, contribution = 0 } of components) if (isWanted(name)) sum += contribution;
        return [at, Number(sum.toFixed(6))];
      }),
    ];
  };
  return {
    title: "reward",
    format: "return",
    lines: [
      { name: "return", points: paid(() => true), isStepped: true },
      ...names.sort().map((name) => ({ name, points: paid((one) => one === name), isStepped: true })),
    ],
  };
};

/** Value of a line at a time; undefined before its first point, and after a gap. */
export const valueAt = ({ points, isStepped = false }: Line, minutes: number): number | undefined => {
  const next = points.findIndex(([at]) => at > minutes + ROUNDING);
  const before = next === 0 ? undefined : points.at(next < 0 ? -1 : next - 1);
  if (before === undefined) return undefined;
  return !isStepped && minutes - before[0] > GAP_MINUTES ? undefined : before[1];
};

const ROUNDING = 1e-6;

/** Points of what is scraped are a quarter of a minute apart. */
const GAP_MINUTES = 1;
