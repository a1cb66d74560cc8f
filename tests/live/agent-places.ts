import { createKubeStreams } from "#env/host/kube-streams/kube-streams.ts";
import { openKubeEndpoint } from "#env/server/kube-http/open-kube-endpoint.ts";
import { PACES } from "#env/server/kube-http/paces.ts";
import type { Slot } from "#pool/backend.ts";
import { createSimBackend } from "#pool/backends/sim/sim-backend.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { POOL_PLACES } from "./pool-places.ts";
import { SMALL_APP, smallAppManifests } from "./small-app.ts";

/** An agent at the endpoint of a slot. */
export interface AgentPlace {
  readonly slot: Slot;
  readonly kubeconfig: string;
  /** Failures of the cluster that the endpoint reported. */
  readonly failures: readonly unknown[];
  /** Rolls the slot back, as at the end of an episode. */
  recycleSlot(): Promise<void>;
  close(): Promise<void>;
}

/** A kind of slot for an agent. */
export interface AgentPlaceKind {
  readonly title: string;
  readonly isReal: boolean;
  readonly isAbsent: boolean;
  open(): Promise<AgentPlace>;
}

const REQUEST = { app: "small-app", scope: "namespace", rights: "namespace", seed: "1" } as const;

const openSimulated = async (): Promise<AgentPlace> => {
  const app = { record: SMALL_APP, manifests: smallAppManifests(SMALL_APP.namespace) };
  // The real one is freshly installed.
  const backend = createSimBackend({ apps: [app], hasPast: false });
  const slot = await backend.lease(REQUEST);
  if (slot.api === undefined) throw new Error("a simulated slot has an API");
  const endpoint = await openKubeEndpoint({ host: "127.0.0.1", port: 0 });
  const { kubeconfig } = endpoint.admit({
    episodeId: "e",
    link: createKubeStreams(slot.api, (ms) => slot.admin.clock.sleep(ms)),
    user: slot.api.user,
    namespace: slot.namespace,
    virtualNowMs: slot.api.clock.nowMs(),
    pace: PACES.auto,
  });
  return { slot, kubeconfig, failures: [], recycleSlot: async () => undefined, close: endpoint.close };
};

const real = POOL_PLACES.find(({ knowsAccounts }) => knowsAccounts);

const openReal = async (): Promise<AgentPlace> => {
  if (real === undefined) throw new Error("no real cluster is among the places");
  const place = await real.create();
  const pool = await place.open();
  await pool.backend.provision({ app: "small-app", slots: 1 });
  const slot = await pool.backend.lease(REQUEST);
  const { live, namespace } = slot;
  if (live === undefined) throw new Error("a real slot has an API");
  const failures: unknown[] = [];
  const endpoint = await openKubeEndpoint({ host: "127.0.0.1", port: 0 });
  const query = slot.agent.query;
  const find = () => ({ api: live, query, namespace, isSpent: false, fail: (cause: unknown) => void failures.push(cause) });
  const { kubeconfig } = endpoint.admit({ find, user: live.user, namespace });
  return {
    slot,
    kubeconfig,
    failures,
    recycleSlot: () => recycleSlot(pool.backend, slot, async () => {}),
    close: async () => {
      await endpoint.close();
      await pool.destroy();
      await pool.close();
      await place.close();
    },
  };
};

/** Both kinds of slots; the same must hold for both. */
export const AGENT_PLACES: readonly AgentPlaceKind[] = [
  { title: "a simulated slot", isReal: false, isAbsent: false, open: openSimulated },
  { title: (real?.title ?? "").replace("cluster", "slot"), isReal: true, isAbsent: real?.isAbsent !== false, open: openReal },
];
