import { digestText } from "#core/digest.ts";
import { createRng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { storeDigest } from "#sim/apiserver/store/store-digest.ts";
import { APP_ONCALL, PLATFORM_ONCALL } from "#sim/bootstrap/team-access.ts";
import type { World } from "#sim/kernel/world.ts";
import type { Backend, LeaseRequest, Slot, Verification } from "../../backend.ts";
import { nativeHash } from "../../native-digest.ts";
import { bootFresh, bootWithPast } from "./boot-with-past.ts";
import { recordSimBaseline } from "./record-sim-baseline.ts";
import { createSimSlot } from "./sim-slot.ts";

/** An application that the simulator can run, with the data of its chart, provided by the composition root. */
export interface SimApp {
  readonly record: AppRecord;
  /** Behaviour of the app's own programs; missing: it has none. */
  readonly behaviour?: AppBehaviour;
  readonly manifests: readonly KubeObject[];
}

/** Settings of the simulated backend. */
export interface SimBackendOptions {
  readonly apps: readonly SimApp[];
  /** Number of baselines with other seeds and ages for each app; an episode's seed selects one. */
  readonly variants: number;
  /** False: baselines have nothing behind them but their installation; missing: they have the past of some weeks. */
  readonly hasPast?: boolean;
  /** Invariants to check after every event; set by tests. */
  readonly checkers?: readonly ((world: World) => void)[];
}

/** Creates the backend whose slots are forks of baselines in this thread. */
export const createSimBackend = ({ apps, variants, hasPast = true, checkers }: SimBackendOptions): Backend => {
  const baselines = new Map<string, Promise<Slot>>();
  let slots = 0;
  const nextId = () => {
    slots += 1;
    return `sim-${slots}`;
  };
  const bootBaseline = async (app: string, rights: LeaseRequest["rights"], variant: number): Promise<Slot> => {
    const definition = apps.find(({ record }) => record.name === app);
    if (definition === undefined)
      throw new Error(`no chart for app "${app}"; there are ${apps.map(({ record }) => record.name).join(", ")}`);
    const world = await (hasPast ? bootWithPast : bootFresh)(definition, { seed: `baseline ${app} ${variant}`, variant, checkers });
    // Sums up the objects of the baseline, so that its forks add what they change and no more.
    storeDigest(world, nativeHash);
    return createSimSlot({ id: nextId(), world, baseline: recordSimBaseline(world, definition.record), agent: AGENTS[rights], nextId });
  };
  const baselineOf = (app: string, rights: LeaseRequest["rights"], variant: number): Promise<Slot> => {
    const key = `${app} ${rights} ${variant}`;
    const kept = baselines.get(key) ?? bootBaseline(app, rights, variant);
    baselines.set(key, kept);
    return kept;
  };
  return {
    name: "sim",
    capabilities: ["disturb.kubelet", "exclusive-cluster", "fork", "network-policy", "storage", "telemetry"],
    provision: async ({ app, slots: wanted }) => {
      for (let variant = 0; variant < Math.min(wanted, variants); variant++) await baselineOf(app, "cluster", variant);
    },
    lease: async ({ app, rights, seed }) => {
      const variant = createRng(seed)
        .stream("baseline")
        .int(0, variants - 1);
      return forkOf(await baselineOf(app, rights, variant), seed);
    },
    rollback: async () => ({ deleted: [], recreated: [], restored: [], recycled: [], tookMs: 0 }),
    verify: async (slot) => equalTo(await slot.digest()),
    quarantine: async () => {},
    rebuild: async () => {},
    release: async () => {},
    destroy: async () => baselines.clear(),
  };
};

/** User names of the agent by its rights; both are ordinary members of an operations team. */
export const AGENTS: Readonly<Record<LeaseRequest["rights"], UserInfo>> = {
  cluster: { username: "oncall", groups: [PLATFORM_ONCALL, "system:authenticated"] },
  namespace: { username: "oncall", groups: [APP_ONCALL, "system:authenticated"] },
};

const forkOf = (baseline: Slot, seed: string): Slot => {
  if (baseline.fork === undefined) throw new Error("a simulated slot can fork");
  return baseline.fork(seed);
};

/** Result of verifying a fork, which is dropped after the episode: the next one equals its baseline by construction. */
const equalTo = (digest: string): Verification => {
  const same = digestText(digest);
  return { equal: true, digest: same, expected: same, differences: [] };
};
