import type { Trajectory } from "../trajectories/trajectory.ts";
import { alertBars } from "./alert-bars.ts";
import type { ChartLine, LinePanel, PanelChart } from "./chart.ts";

/** Views of an episode from which its symptoms are drawn. */
export const SYMPTOM_VIEWS = ["alerts", "signals"] as const;

/**
 * An episode's timeline: what users and Prometheus saw, what each component of the reward has paid by then, in steps, and what the agent did.
 *
 * @param symptoms the same episode with `SYMPTOM_VIEWS` among its views; missing: they are not drawn
 */
export const episodeChart = (trajectory: Trajectory, symptoms?: Trajectory): PanelChart => {
  const { task, seed, initial, steps } = trajectory;
  const minutes = minutesSince(initial.virtual_time_ms);
  const bars = symptoms === undefined ? [] : alertBars(symptoms);
  return {
    title: `${task.uri}, seed ${seed}`,
    x: "minutes since the start",
    panels: [
      rewardPanel(trajectory),
      ...(symptoms === undefined ? [] : signalPanels(symptoms)),
      ...(bars.length === 0 ? [] : [{ y: "alerts", bars }]),
    ],
    marks: steps.map(({ virtual_time_ms, actions }) => ({ x: minutes(virtual_time_ms), label: actions.map(wordsOf).join("; ") })),
  };
};

const minutesSince =
  (startMs: number) =>
  (atMs: number): number =>
    Number(((atMs - startMs) / 60_000).toFixed(3));

const rewardPanel = ({ initial, steps, final, reward_profile: { weights } }: Trajectory): LinePanel => {
  const minutes = minutesSince(initial.virtual_time_ms);
  const end = steps.at(-1)?.virtual_time_ms ?? initial.virtual_time_ms;
  const booked = [
    ...steps.map(({ virtual_time_ms, components }) => ({ at: minutes(virtual_time_ms), components })),
    ...(final === undefined ? [] : [{ at: minutes(end), components: final.components }]),
  ];
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

const signalPanels = ({ initial, steps }: Trajectory): readonly LinePanel[] => {
  const { observation } = steps.at(-1) ?? initial;
  const json = observation.views.find(({ name }) => name === "signals")?.json ?? '{"signals":[]}';
  const { signals } = JSON.parse(json) as { readonly signals: readonly Signal[] };
  return signals.map(({ name, limit, points }) => ({
    y: SIGNAL_TITLES[name] ?? name,
    limit,
    lines: [{ name, points: points.map(([atS, value]) => [Number((atS / 60).toFixed(3)), value] as const) }],
  }));
};

/** A signal as the view `signals` writes it. */
interface Signal {
  readonly name: string;
  readonly limit: number;
  readonly points: readonly (readonly [number, number])[];
}

const SIGNAL_TITLES: Readonly<Record<string, string>> = { user_error_share: "failed requests", p95_ms: "slowest p95, ms" };

const wordsOf = ({ kind, name, arguments_json, text }: Trajectory["steps"][number]["actions"][number]): string => {
  if (kind !== "tool") return kind === "text" ? cut(text ?? "") : kind;
  const { command } = JSON.parse(arguments_json ?? "{}") as { readonly command?: unknown };
  return cut(typeof command === "string" ? command : (name ?? "tool"));
};

const cut = (words: string): string => (words.length > LABEL_MAX ? `${words.slice(0, LABEL_MAX - 1)}…` : words);

/** As much as fits into half of a chart's width. */
const LABEL_MAX = 64;
