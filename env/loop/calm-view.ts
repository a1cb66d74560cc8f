import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ProbeResult } from "#kube/ports/probe.ts";

/**
 * A view that makes the same call into the cluster only so often, for judging again and again in real time: a call costs a real
 * cluster a process in a container. Where a view knows its revision, nothing is asked twice anyway, and it stays as it is.
 */
export const calmView = (view: ClusterView, everyMs: number): ClusterView => {
  if (view.revision() !== undefined) return view;
  const made = new Map<string, { readonly atMs: number; readonly result: Promise<ProbeResult> }>();
  return {
    ...view,
    probe: (request) => {
      const key = JSON.stringify(request);
      const known = made.get(key);
      const nowMs = view.clock.nowMs();
      if (known !== undefined && nowMs - known.atMs < everyMs) return known.result;
      const result = view.probe(request);
      made.set(key, { atMs: nowMs, result });
      return result;
    },
  };
};
