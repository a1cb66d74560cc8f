import { parseApiPath } from "../ports/api-path.ts";
import type { ClusterView } from "../ports/cluster-port.ts";

/** Resources that a computation read, each with its revision at that time; `ALL` stands for more than objects. */
export type Readings = ReadonlyMap<string, number | undefined>;

/** A value with the revisions that it was computed from. */
export interface Remembered<T> {
  readonly value: T;
  readonly readings: Readings;
}

/** Computes a value from a view and records what it reads. */
export const computeWithReads = async <T>(view: ClusterView, compute: (view: ClusterView) => Promise<T>): Promise<Remembered<T>> => {
  const readings = new Map<string, number | undefined>();
  return { value: await compute(recordingView(view, readings)), readings };
};

/**
 * True if nothing that the computation read has changed, so that the value is still valid.
 *
 * Works for the view itself and for forks of its world; always false for a view without revisions.
 */
export const isStillValid = (view: ClusterView, { readings }: Remembered<unknown>): boolean => {
  for (const [resource, revision] of readings)
    if (revision === undefined || view.revision(resource === ALL ? undefined : resource) !== revision) return false;
  return true;
};

/** Wraps a computation on a view so that it runs again only when something that it read has changed. */
export const remember = <T>(view: ClusterView, compute: (view: ClusterView) => Promise<T>): (() => Promise<T>) => {
  let known: Remembered<T> | undefined;
  return async () => {
    if (known === undefined || !isStillValid(view, known)) known = await computeWithReads(view, compute);
    return known.value;
  };
};

const ALL = "*";

/** Stands for metrics, logs and traces, which change by time alone and have no revision. */
const TELEMETRY = "telemetry";

const recordingView = (view: ClusterView, readings: Map<string, number | undefined>): ClusterView => {
  const record = (resource: string | undefined) => {
    const key = resource ?? ALL;
    if (!readings.has(key)) readings.set(key, view.revision(resource));
  };
  const recordAll = <T>(answer: T): T => {
    record(undefined);
    return answer;
  };
  return {
    clock: { nowMs: () => recordAll(view.clock.nowMs()) },
    read: async (request) => {
      const target = parseApiPath(request.path);
      record(target?.subresource === undefined ? target?.resource : undefined);
      return await view.read(request);
    },
    query: async (request) => {
      readings.set(TELEMETRY, undefined);
      return await view.query(request);
    },
    probe: async (request) => recordAll(await view.probe(request)),
    revision: (resource) => view.revision(resource),
  };
};
