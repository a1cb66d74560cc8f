import { CliError } from "../errors/cli-error.ts";
import type { PanelChart } from "./chart.ts";

/** A range query of a Prometheus, and how to ask it. */
export interface RangeQuery {
  readonly url: string;
  /** Missing: it lets everybody in. */
  readonly token?: string | undefined;
  readonly query: string;
  /** The span ends at the server's present, and has a value each step, s. */
  readonly lastS: number;
  readonly stepS: number;
}

/** Answers of a Prometheus to a range query, over minutes before its present. @throws CliError that repeats what it says */
export const queryChart = async ({ url, token, query, lastS, stepS }: RangeQuery): Promise<PanelChart> => {
  const ask = async (path: string, params: Readonly<Record<string, string>>): Promise<readonly Answer[]> => {
    const response = await fetch(`${url.replace(/\/$/, "")}${path}?${new URLSearchParams(params)}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause: unknown) => {
      throw new CliError(`${url} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, "unavailable");
    });
    const text = await response.text();
    if (!response.ok) throw new CliError(`${url} refuses the query: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { readonly data: { readonly result: readonly Answer[] } }).data.result;
  };
  // The present of a simulated world is its own, and its server says which.
  const [now] = await ask("/api/v1/query", { query: "vector(time())" });
  const endS = Number(now?.value?.[1] ?? Date.now() / 1000);
  const series = await ask("/api/v1/query_range", { query, start: `${endS - lastS}`, end: `${endS}`, step: `${stepS}` });
  if (series.length === 0) throw new CliError(`no series match ${query} in the last ${lastS} s`);
  return {
    title: query,
    x: "minutes before now",
    panels: [
      {
        y: "",
        lines: series.slice(0, LINES_MAX).map(({ metric, values = [] }) => ({
          name: nameOf(metric),
          points: values.map(([atS, value]) => [(atS - endS) / 60, Number(value)] as const).filter(([, value]) => Number.isFinite(value)),
        })),
      },
    ],
  };
};

interface Answer {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: readonly [number, string];
  readonly values?: readonly (readonly [number, string])[];
}

const nameOf = ({ __name__ = "", ...labels }: Readonly<Record<string, string>>): string => {
  const given = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return given.length === 0 ? __name__ || "value" : `${__name__}{${given.join(",")}}`;
};

const PATIENCE_MS = 30_000;

/** Lines beyond this cannot be told apart. */
const LINES_MAX = 20;
