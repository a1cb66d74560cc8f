import type { Trajectory } from "../trajectories/trajectory.ts";
import type { Chart, ChartLine } from "./chart.ts";

/** An episode's timeline: what each component of the reward has paid by then, in steps, and what the agent did. */
export const episodeChart = ({ task, seed, initial, steps, final, reward_profile: { weights } }: Trajectory): Chart => {
  const startMs = initial.virtual_time_ms;
  const minutes = (atMs: number): number => Number(((atMs - startMs) / 60_000).toFixed(3));
  const end = steps.at(-1)?.virtual_time_ms ?? startMs;
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
    title: `${task.uri}, seed ${seed}`,
    x: "minutes since the start",
    y: "reward so far",
    lines: [
      { name: "return", points: paid(() => true), isStepped: true },
      ...names.map((name): ChartLine => ({ name, points: paid((one) => one === name), isStepped: true })),
    ],
    marks: steps.map(({ virtual_time_ms, actions }) => ({ x: minutes(virtual_time_ms), label: actions.map(wordsOf).join("; ") })),
  };
};

const wordsOf = ({ kind, name, arguments_json, text }: Trajectory["steps"][number]["actions"][number]): string => {
  if (kind !== "tool") return kind === "text" ? (text ?? "").slice(0, LABEL_MAX) : kind;
  const { command } = JSON.parse(arguments_json ?? "{}") as { readonly command?: unknown };
  return (typeof command === "string" ? command : (name ?? "tool")).slice(0, LABEL_MAX);
};

const LABEL_MAX = 40;
