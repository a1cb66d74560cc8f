import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ProbeResult } from "#kube/ports/probe.ts";

/**
 * Wraps a view so that equal probes run at most once every `everyMs`, for conditions that are judged repeatedly in real time: a
 * probe costs a real cluster a process in a container. A view that knows its revision is returned unchanged, since conditions are
 * judged again only when it has moved.
 */
export const throttleProbes = (view: ClusterView, everyMs: number): ClusterView => {
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
