import type { ClusterView } from "#kube/cluster-port.ts";
import type { ProbeResult } from "#kube/probe.ts";

/**
 * A view that makes the same call into the cluster only so often, for judging between the steps of an episode in real
 * time. Where a view knows its revision, nothing is asked twice anyway, and it stays as it is.
 */
export const calmView = (view: ClusterView): ClusterView => {
  if (view.revision() !== undefined) return view;
  const made = new Map<string, { readonly atMs: number; readonly result: Promise<ProbeResult> }>();
  return {
    ...view,
    probe: (request) => {
      const key = JSON.stringify(request);
      const known = made.get(key);
      const nowMs = view.clock.nowMs();
      if (known !== undefined && nowMs - known.atMs < PROBE_EVERY_MS) return known.result;
      const result = view.probe(request);
      made.set(key, { atMs: nowMs, result });
      return result;
    },
  };
};

const PROBE_EVERY_MS = 10_000;
