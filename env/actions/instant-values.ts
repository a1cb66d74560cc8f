import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { unixSeconds } from "./telemetry-time.ts";

/** A query whose series differ in one label. */
export interface LabelledQuery {
  readonly query: string;
  /** Label that tells the series apart. */
  readonly by: string;
}

/** Asks Prometheus for the values of now, by label; undefined for a query that it refused. */
export const ask = async <Name extends string>(
  cluster: ClusterView,
  queries: Readonly<Record<Name, LabelledQuery>>,
): Promise<Record<Name, ReadonlyMap<string, number> | undefined>> => {
  const values = {} as Record<Name, ReadonlyMap<string, number> | undefined>;
  for (const name of Object.keys(queries) as Name[]) values[name] = await askOne(cluster, queries[name]);
  return values;
};

const askOne = async (cluster: ClusterView, { query, by }: LabelledQuery): Promise<ReadonlyMap<string, number> | undefined> => {
  const params = { query, time: unixSeconds(cluster.clock.nowMs()) };
  const { status, body } = await cluster.query({ api: "prometheus", path: "/api/v1/query", params });
  const result = (body as { readonly data?: { readonly result?: readonly Series[] } } | null)?.data?.result;
  if (status !== 200 || result === undefined) return undefined;
  return new Map(result.map(({ metric, value }) => [metric[by] ?? "", Number(value[1])]));
};

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}
