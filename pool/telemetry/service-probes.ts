import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { probeTargetOf } from "#sim/telemetry/metrics/probe-series.ts";
import { addressesOf } from "../backends/namespaces/load/call-pods.ts";
import { canConnect } from "../kubernetes/can-connect.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { Sample } from "./exposition.ts";

/** Reachability of a slot's Services, as blackbox-exporter measures it. */
export interface ServiceProbes {
  samples(): Promise<readonly Sample[]>;
}

/**
 * Probes every Service that has ever existed, as with a static list of targets.
 *
 * @param hasRoute true if this machine has a route to pods; otherwise a Service counts as reachable while it has a
 * ready endpoint
 */
export const createServiceProbes = (view: SlotView, hasRoute: boolean): ServiceProbes => {
  const known = new Map<string, NonNullable<ReturnType<typeof probeTargetOf>>>();
  return {
    samples: async () => {
      await view.ready;
      for (const service of view.objects("services") as readonly Service[]) {
        const target = probeTargetOf(service);
        if (target !== undefined && !known.has(target.name)) known.set(target.name, target);
      }
      return await Promise.all(
        [...known.values()].map(async ({ name, port, labels }) => ({
          labels,
          value: (await accepts(view, { name, port }, hasRoute)) ? 1 : 0,
        })),
      );
    },
  };
};

const accepts = async (
  view: SlotView,
  { name, port }: { readonly name: string; readonly port: number },
  hasRoute: boolean,
): Promise<boolean> => {
  try {
    const address = addressesOf(view, { service: name, port }).find(({ host }) => isPod(view, host));
    return address !== undefined && (!hasRoute || (await canConnect(address, TIMEOUT_MS)));
  } catch {
    return false;
  }
};

/** True for a pod of the slot: agents can write endpoints, and this machine must call nothing else. */
const isPod = (view: SlotView, host: string): boolean =>
  (view.objects("pods") as readonly Pod[]).some(({ status }) => status?.podIP === host);

const TIMEOUT_MS = 5_000;
