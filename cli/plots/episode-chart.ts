import type { AlertSpan, SignalTrack, Tracks } from "#viewer/protocol.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import type { ChartBar, ChartLine, LinePanel, PanelChart } from "./chart.ts";

/**
 * An episode's timeline: what users and Prometheus saw, what each step earned, what each component of the reward has paid by then, in
 * steps, and what the agent did. It goes from the first symptom to the agent's last step; what the grading booked later is at its end.
 *
 * @param symptoms alerts and signals of the same episode; those that are not known are not drawn
 */
export const episodeChart = (trajectory: Trajectory, symptoms: Pick<Tracks, "alerts" | "signals">): PanelChart => {
  const { task, seed, initial, steps } = trajectory;
  const minutes = minutesSince(initial.virtual_time_ms);
  const own = steps.map(({ virtual_time_ms }) => minutes(virtual_time_ms));
  const [from, to] = [firstSymptom(symptoms) - BEFORE_MINUTES, endOf(own)];
  const [path = "", params = ""] = task.uri.replace("kubedrill://", "").split("?");
  const booked = bookings(trajectory).map((one) => ({ ...one, at: Math.min(one.at, to) }));
  const bars = symptoms.alerts.filter((alert) => alert.from < to).map((alert) => alertBar({ ...alert, to: Math.min(alert.to, to) }));
  return {
    title: `${path}, seed ${seed}`,
    ...(params !== "" && { subtitle: params.replaceAll("&", "  ") }),
    x: "minutes since the start",
    panels: [
      { y: "step reward", columns: booked.map(({ at, reward }) => [at, reward] as const) },
      rewardPanel(booked, trajectory.reward_profile.weights),
      ...symptoms.signals.map((signal) => signalPanel({ ...signal, points: signal.points.filter(([at]) => at >= from && at <= to) })),
      ...(bars.length === 0 ? [] : [{ y: "alerts", bars }]),
    ],
    marks: steps.map(({ actions }, i) => ({ x: Math.min(own[i] ?? 0, to), label: actions.map(wordsOf).join("; ") })),
  };
};

/** Minute at which an alert was pending first, or a signal beyond its limit; 0 if none was before the start. */
const firstSymptom = ({ alerts, signals }: Pick<Tracks, "alerts" | "signals">): number =>
  Math.min(
    0,
    ...alerts.map(({ from }) => from),
    ...signals.flatMap(({ limit = Infinity, points }) => points.filter(([, value]) => value > limit).map(([at]) => at)),
  );

const BEFORE_MINUTES = 1;

/** Minute at which the chart ends: some time after the last step but the one with which the agent hands its work in, whose grading takes long. */
const endOf = (own: readonly number[]): number => {
  const end = own.at(-1) ?? 0;
  const lastOwn = own.at(-2) ?? end;
  return Math.min(end, lastOwn + Math.max(0.5, lastOwn * 0.05));
};

const minutesSince =
  (startMs: number) =>
  (atMs: number): number =>
    Number(((atMs - startMs) / 60_000).toFixed(3));

/** Rewards with their components and minutes since the start: of each step, and of a grading that ended the episode without one. */
const bookings = ({ initial, steps, final }: Trajectory) => {
  const minutes = minutesSince(initial.virtual_time_ms);
  const end = steps.at(-1)?.virtual_time_ms ?? initial.virtual_time_ms;
  return [
    ...steps.map(({ virtual_time_ms, components, reward = 0 }) => ({ at: minutes(virtual_time_ms), components, reward })),
    ...(final === undefined ? [] : [{ at: minutes(end), components: final.components, reward: final.reward ?? 0 }]),
  ];
};

const rewardPanel = (booked: ReturnType<typeof bookings>, weights: Readonly<Record<string, number>>): LinePanel => {
  const names = [...new Set(booked.flatMap(({ components }) => components.map(({ name }) => name)))].filter(
    (name) => (weights[name] ?? 0) !== 0,
  );
  const paid = (wanted: (name: string) => boolean): ChartLine["points"] => {
    let sum = 0;
    return [
      [0, 0],
      ...booked.map(({ at, components }): readonly [number, number] => {
        for (const { name, contribution = 0 } of components) if (wanted(name)) sum += contribution;
        return [at, Number(sum.toFixed(6))];
      }),
    ];
  };
  return {
    y: "reward so far",
    lines: [
      { name: "return", points: paid(() => true), isStepped: true },
      ...names.map((name): ChartLine => ({ name, points: paid((one) => one === name), isStepped: true })),
    ],
  };
};

const signalPanel = ({ name, limit, points }: SignalTrack): LinePanel => ({
  y: SIGNAL_TITLES[name] ?? name,
  ...(limit !== undefined && { limit }),
  lines: [{ name, points }],
});

const alertBar = ({ name, about, state, from, to }: AlertSpan): ChartBar => ({
  name: `${name} ${about}`.trim(),
  from,
  to,
  ...(state === "pending" && { isFaint: true }),
});

const SIGNAL_TITLES: Readonly<Record<string, string>> = { user_error_share: "failed requests", p95_ms: "slowest p95, ms" };

const wordsOf = ({ kind, name, arguments_json, text }: Trajectory["steps"][number]["actions"][number]): string => {
  if (kind !== "tool") return kind === "text" ? cut(text ?? "") : kind;
  const { command } = JSON.parse(arguments_json ?? "{}") as { readonly command?: unknown };
  return cut(typeof command === "string" ? command : (name ?? "tool"));
};

const cut = (words: string): string => (words.length > LABEL_MAX ? `${words.slice(0, LABEL_MAX - 1)}…` : words);

/** As much as fits into half of a chart's width. */
const LABEL_MAX = 64;
