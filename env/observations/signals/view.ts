import { HOLD_ERROR_SHARE_MAX } from "#problems/traffic.ts";
import { P95_LIMIT_MS, WORST_P95 } from "../../actions/golden-signals.ts";
import { unixSeconds } from "../../actions/telemetry-time.ts";
import { byteLength } from "../truncate.ts";
import { defineView, type ViewContext } from "../view.ts";

const schema = {
  type: "object",
  properties: {
    step_s: { type: "integer", description: "distance of the points, s" },
    signals: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { enum: ["user_error_share", "p95_ms"] },
          limit: { type: "number", description: "more is too much" },
          points: { type: "array", description: "seconds since the start, and the value", items: { type: "array" } },
        },
        required: ["name", "limit", "points"],
      },
    },
  },
  required: ["step_s", "signals"],
};

export default defineView({
  spec: {
    name: "signals",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    // Users tell nobody how many of their requests fail: a learner that saw it would know when it is done.
    agentVisible: false,
    defaultJson: '{"step_s":15,"signals":[]}',
  },
  render: async (context) => {
    const { view, virtualMs, maxBytes } = context;
    const endS = view.clock.nowMs() / 1000;
    for (let stepS = STEP_MIN_S; ; stepS *= 2) {
      const span = { startS: endS - virtualMs / 1000, stepS, endS };
      const signals = [
        { name: "user_error_share", limit: HOLD_ERROR_SHARE_MAX, points: await errorShares(context, span) },
        { name: "p95_ms", limit: P95_LIMIT_MS, points: await slowest(context, span) },
      ];
      const text = JSON.stringify({ step_s: stepS, signals });
      if (byteLength(text) <= maxBytes || stepS > STEP_MAX_S) return text;
    }
  },
});

/** Times in Unix seconds: the start of the episode, the distance of points, and now. */
interface Span {
  readonly startS: number;
  readonly stepS: number;
  readonly endS: number;
}

type Points = readonly (readonly [sinceStartS: number, value: number])[];

const errorShares = async ({ traffic }: ViewContext, { startS, stepS, endS }: Span): Promise<Points> => {
  const points: [number, number][] = [];
  for (let fromS = startS - BEFORE_S; fromS < endS; fromS += stepS) {
    const toS = Math.min(fromS + stepS, endS);
    const { requests, errors } = await traffic(fromS * 1000, toS * 1000);
    if (requests > 0) points.push([Math.round(fromS - startS), Number((errors / requests).toPrecision(4))]);
  }
  return points;
};

const slowest = async ({ view, namespace }: ViewContext, { startS, stepS, endS }: Span): Promise<Points> => {
  const range = { start: unixSeconds((startS - BEFORE_S) * 1000), end: unixSeconds(endS * 1000), step: String(stepS) };
  const params = { query: WORST_P95(namespace), ...range };
  const { body } = await view.query({ api: "prometheus", path: "/api/v1/query_range", params });
  const series = (body as { readonly data?: { readonly result?: readonly Series[] } } | null)?.data?.result ?? [];
  return (series[0]?.values ?? [])
    .map(([atS, value]) => [Math.round(atS - startS), Number(Number(value).toPrecision(4))] as const)
    .filter(([, value]) => Number.isFinite(value));
};

interface Series {
  readonly values: readonly (readonly [number, string])[];
}

/** Time before the start that is shown too, s: what was usual, as a rule. */
const BEFORE_S = 600;

const STEP_MIN_S = 15;

/** A day of so few points is never too long for a view. */
const STEP_MAX_S = 3600;
