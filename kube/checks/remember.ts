import { parseApiPath } from "../ports/api-path.ts";
import type { ClusterView } from "../ports/cluster-port.ts";

/** What a computation read, each with the revision that it had then; `ALL` stands for more than objects. */
export type Readings = ReadonlyMap<string, number | undefined>;

/** A value with what it was computed from. */
export interface Remembered<T> {
  readonly value: T;
  readonly readings: Readings;
}

/** Computes a value from a view and notes what it reads on the way. */
export const computeNoting = async <T>(view: ClusterView, compute: (view: ClusterView) => Promise<T>): Promise<Remembered<T>> => {
  const readings = new Map<string, number | undefined>();
  return { value: await compute(notingView(view, readings)), readings };
};

/**
 * True when nothing has changed that the computation read, so that it would give the same again.
 *
 * Holds for the view itself and for forks of its world; never where the view does not know revisions.
 */
export const isStillTrue = (view: ClusterView, { readings }: Remembered<unknown>): boolean => {
  for (const [resource, revision] of readings)
    if (revision === undefined || view.revision(resource === ALL ? undefined : resource) !== revision) return false;
  return true;
};

/** Makes a function that computes a value from a view, and again only when something that it read has changed. */
export const remember = <T>(view: ClusterView, compute: (view: ClusterView) => Promise<T>): (() => Promise<T>) => {
  let known: Remembered<T> | undefined;
  return async () => {
    if (known === undefined || !isStillTrue(view, known)) known = await computeNoting(view, compute);
    return known.value;
  };
};

const ALL = "*";

const notingView = (view: ClusterView, readings: Map<string, number | undefined>): ClusterView => {
  const note = (resource: string | undefined) => {
    const key = resource ?? ALL;
    if (!readings.has(key)) readings.set(key, view.revision(resource));
  };
  const noteAll = <T>(answer: T): T => {
    note(undefined);
    return answer;
  };
  return {
    clock: { nowMs: () => noteAll(view.clock.nowMs()) },
    read: async (request) => {
      const target = parseApiPath(request.path);
      note(target?.subresource === undefined ? target?.resource : undefined);
      return await view.read(request);
    },
    query: async (request) => noteAll(await view.query(request)),
    probe: async (request) => noteAll(await view.probe(request)),
    revision: (resource) => view.revision(resource),
  };
};
