import { cutText } from "#core/cut-text.ts";
import { digestText } from "#core/digest.ts";
import { alertBars } from "../../plots/alert-bars.ts";
import type { RecordedStep, Trajectory } from "../trajectory.ts";
import { argumentsOf, textOf, toolOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";

/**
 * Episodes as processes of a trace by the clock of the cluster, which chrome://tracing and ui.perfetto.dev open: calls, alerts as far as views
 * told of them, and the return so far.
 * @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export const chromeTrace: DatasetFormat = {
  name: "chrome-trace",
  title: "all episodes as one trace for ui.perfetto.dev and chrome://tracing, by the clock of the cluster",
  spoils: ["traceEvents[].args.name"],
  keepsAll: true,
  document: { list: "traceEvents", head: (_episodes, { name, command }) => ({ displayTimeUnit: "ms", otherData: { name, command } }) },
  rows: (group) => group.flatMap(toEvents),
};

/** An event by the trace's format; times in microseconds since the episode's start. */
type TraceEvent = Readonly<Record<string, unknown>>;

/** Tracks of an episode: its calls, and from `ALERTS` on one for each alert. */
const CALLS = 1;
const ALERTS = 2;

const toEvents = (trajectory: Trajectory): readonly TraceEvent[] => {
  const { trajectory_id, task, seed, behaviour, initial, steps, ending } = trajectory;
  const pid = Number.parseInt(digestText(trajectory_id).slice("sha256:".length).slice(0, 7), 16);
  const at = (virtualMs: number): number => (virtualMs - initial.virtual_time_ms) * 1_000;
  const alerts = alertBars(trajectory);
  const tracks = [...new Set(alerts.map(({ name }) => name))];
  const title = (what: string, name: string, tid?: number): TraceEvent => ({
    ph: "M",
    pid,
    ...(tid && { tid }),
    name: what,
    args: { name },
  });
  return [
    title("process_name", `${task.uri.replace("kubedrill://", "")} seed ${seed}, ${behaviour.name}`),
    title("thread_name", "calls", CALLS),
    ...tracks.map((name, i) => title("thread_name", name, ALERTS + i)),
    ...alerts.map(({ name, from, to, isFaint }) => ({
      ph: "X",
      pid,
      tid: ALERTS + tracks.indexOf(name),
      name: isFaint === true ? "pending" : "firing",
      ts: Math.round(from * 60e6),
      dur: Math.round((to - from) * 60e6),
    })),
    ...steps.flatMap((step, i) => {
      const from = at(steps[i - 1]?.virtual_time_ms ?? initial.virtual_time_ms);
      return [...toCalls(step, from, at(step.virtual_time_ms)), counted(trajectory, i, at(step.virtual_time_ms))].map((event) => ({
        ...event,
        pid,
        tid: CALLS,
      }));
    }),
    ...(ending === undefined
      ? []
      : [{ ph: "i", s: "p", pid, tid: CALLS, name: ending.end_reason, ts: at(steps.at(-1)?.virtual_time_ms ?? initial.virtual_time_ms) }]),
  ];
};

/** Calls of a step one after the other; the last one takes what is left of its time. */
const toCalls = (step: RecordedStep, from: number, to: number): readonly TraceEvent[] => {
  let began = from;
  return step.actions.map((action, i) => {
    const { status = "SKIPPED", content = "", virtual_cost_ms: costMs = 0 } = step.results[i] ?? {};
    const isLast = i === step.actions.length - 1;
    const ts = began;
    began += costMs * 1_000;
    return {
      ph: "X",
      name: action.kind === "text" ? "text" : toolOf(action),
      cat: status,
      ts,
      dur: Math.max(0, (isLast ? to : began) - ts),
      args: {
        step: step.index,
        said: action.text ?? argumentsOf(action),
        status,
        saw: cutText(isLast ? textOf(step) : content, SEEN_MAX),
        state: step.state_digest,
      },
    };
  });
};

/** Characters of what was seen: a trace is for looking at times. */
const SEEN_MAX = 2_000;

const counted = ({ steps }: Trajectory, i: number, ts: number): TraceEvent => ({
  ph: "C",
  name: "return",
  ts,
  args: { return: steps.slice(0, i + 1).reduce((sum, { reward = 0 }) => sum + reward, 0) },
});
