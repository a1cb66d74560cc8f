import { digestText } from "#core/digest.ts";
import type { KeptValues } from "#core/kept-values.ts";
import { createRng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { storeDigest } from "#sim/apiserver/store/store-digest.ts";
import { APP_ONCALL, PLATFORM_ONCALL } from "#sim/bootstrap/team-access.ts";
import type { World, WorldImage } from "#sim/kernel/world.ts";
import { formOf, type Varied } from "../../app-form.ts";
import type { Backend, LeaseRequest, Verification } from "../../backend.ts";
import { createMemoryRoom, type MemoryRoom } from "../../memory/memory-room.ts";
import { nativeHash } from "../../native-digest.ts";
import { bootFresh, bootWithPast, restoreBooted } from "./boot-with-past.ts";
import { confineSlot } from "./confine-slot.ts";
import { createWorkMeter, type TakeTurns } from "./create-work-meter.ts";
import { fitBaseline, furnishBaseline } from "./furnish-baseline.ts";
import { type BootedBaseline, BYTES_PER_CHANGE, BYTES_PER_CHANGE_READ, createKeptBaselines, type NewBaseline } from "./kept-baselines.ts";
import { recordSimBaseline } from "./record-sim-baseline.ts";
import { createSimSlot } from "./sim-slot.ts";

/** One form of an application that the simulator can run, with the data of its chart, provided by the composition root. */
export interface SimForm {
  readonly record: AppRecord;
  /** Behaviour of the app's own programs; missing: it has none. */
  readonly behaviour?: AppBehaviour;
  readonly manifests: readonly KubeObject[];
}

/** An application in its published form, and its variants. */
export type SimApp = Varied<SimForm>;

/** Settings of the simulated backend. */
export interface SimBackendOptions {
  readonly apps: readonly SimApp[];
  /**
   * Room for baselines: one that goes is booted again when it is needed again, unless slots are forks of it. Missing: all that are asked
   * for are kept.
   */
  readonly room?: MemoryRoom;
  /** False: baselines have nothing behind them but their installation; missing: they have the past of some weeks. */
  readonly hasPast?: boolean;
  /** Keeps booted worlds, whose boot takes ten times as long as reading them; missing: each is booted. */
  readonly worlds?: KeptWorlds;
  /** Lets others have a turn during long work; missing: there is nobody else in this thread. */
  readonly takeTurns?: TakeTurns;
  /** Invariants to check after every event; set by tests. */
  readonly checkers?: readonly ((world: World) => void)[];
}

/** A memory of booted worlds. */
export type KeptWorlds = KeptValues<WorldImage>;

/** Creates the backend whose slots are forks of baselines in this thread: one for each variant, booted when it is first asked for. */
export const createSimBackend = ({
  apps,
  room = createMemoryRoom(),
  hasPast = true,
  checkers,
  takeTurns,
  worlds,
}: SimBackendOptions): Backend => {
  const baselines = createKeptBaselines(room);
  let slots = 0;
  const nextId = () => {
    slots += 1;
    return `sim-${slots}`;
  };
  const bareOf = (app: string, variant: string): Promise<BootedBaseline> =>
    baselines.get(`${app} ${variant}`, () => boot(formOf(apps, { app, variant }), variant, { hasPast, checkers, takeTurns, worlds }));
  const baselineOf = async ({ app, variant = STANDARD, ...wish }: LeaseRequest): Promise<BootedBaseline> => {
    const bare = await bareOf(app, variant);
    const furnished = await fitBaseline(bare, wish);
    if (furnished === undefined) return bare;
    const name = `${app} ${variant} ${furnished.digest}`;
    return await baselines.get(name, () => furnishBaseline(bare, furnished, { name, takeTurns, worlds }));
  };
  return {
    name: "sim",
    capabilities: [
      "disturb.cpu",
      "disturb.image",
      "disturb.kill",
      "disturb.kubelet",
      "disturb.link",
      "disturb.load",
      "exclusive-cluster",
      "fork",
      "metrics",
      "network-policy",
      "storage",
      "telemetry",
    ],
    variants: (name) => [STANDARD, ...(apps.find(({ record }) => record.name === name)?.variants ?? []).map(({ id }) => id)],
    provision: async ({ app }) => void (await bareOf(app, STANDARD)),
    lease: async (request) => {
      const { app, rights, seed, variant = STANDARD } = request;
      const { world, baseline, fixtures } = await baselineOf(request);
      const own = world.fork(seed);
      if (rights === "namespace") confineSlot(own, formOf(apps, { app, variant }).manifests, baseline.namespace);
      return createSimSlot({
        id: nextId(),
        world: own,
        origin: world,
        baseline,
        fixtures,
        agent: AGENTS[rights],
        nextId,
        meter: createWorkMeter(takeTurns),
      });
    },
    rollback: async () => ({ deleted: [], recreated: [], restored: [], recycled: [], tookMs: 0 }),
    verify: async (slot) => equalTo(await slot.digest()),
    quarantine: async () => {},
    rebuild: async () => {},
    release: async () => {},
    destroy: async () => baselines.clear(),
  };
};

/** Settings of a backend that its baselines are booted with. */
interface BootOptions {
  readonly hasPast: boolean;
  readonly checkers: SimBackendOptions["checkers"];
  readonly takeTurns: TakeTurns | undefined;
  readonly worlds: KeptWorlds | undefined;
}

const boot = async (form: SimForm, variant: string, options: BootOptions): Promise<NewBaseline> => {
  const { worlds } = options;
  // The published form is number 0.
  const seed = `baseline ${form.record.name} ${variant === STANDARD ? 0 : variant}`;
  const age =
    variant === STANDARD
      ? 0
      : createRng(seed)
          .stream("age")
          .int(0, AGES - 1);
  const request = { seed, age, checkers: options.checkers, takeTurns: options.takeTurns };
  const name = `${form.record.name} ${variant}`;
  const kept = worlds?.read(name);
  const world = kept === undefined ? await (options.hasPast ? bootWithPast : bootFresh)(form, request) : restoreBooted(form, request, kept);
  if (kept === undefined) worlds?.write(name, world.image());
  // Sums up the objects of the baseline, so that its forks add what they change and no more.
  storeDigest(world, nativeHash);
  const bytes = world.revision() * (kept === undefined ? BYTES_PER_CHANGE : BYTES_PER_CHANGE_READ);
  return { world, baseline: recordSimBaseline(world, form.record), fixtures: [], bytes };
};

/** Number of different ages of baselines. */
const AGES = 4;

/** User names of the agent by its rights; both are ordinary members of an operations team. */
export const AGENTS: Readonly<Record<LeaseRequest["rights"], UserInfo>> = {
  cluster: { username: "oncall", groups: [PLATFORM_ONCALL, "system:authenticated"] },
  namespace: { username: "oncall", groups: [APP_ONCALL, "system:authenticated"] },
};

/** Result of verifying a fork, which is dropped after the episode: the next one equals its baseline by construction. */
const equalTo = (digest: string): Verification => {
  const same = digestText(digest);
  return { equal: true, digest: same, expected: same, differences: [] };
};
