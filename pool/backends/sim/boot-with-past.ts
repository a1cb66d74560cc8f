import { drawTaint, tolerateTaint } from "#changes/dedicated-node.ts";
import { pickInstaller } from "#changes/installer.ts";
import { planPast } from "#changes/plan-past.ts";
import { playWrites } from "#changes/play-writes.ts";
import { createRng } from "#core/rng.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import { type BootRequest, bootSteps } from "#sim/boot-world.ts";
import { putLoad } from "#sim/flow/load.ts";
import type { World, WorldImage } from "#sim/kernel/world.ts";
import { restoreWorld } from "#sim/restore-world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { openApiDocuments } from "../../open-api/open-api-documents.ts";
import { createWorkMeter, type TakeTurns } from "./create-work-meter.ts";
import type { SimForm } from "./sim-backend.ts";
import { ADMIN } from "./sim-slot.ts";

/** The baseline of an app to boot. */
export interface BaselineRequest {
  readonly seed: string;
  /** Number that the age follows from, ≥ 0. */
  readonly age: number;
  /** Invariants to check after every event. */
  readonly checkers?: readonly ((world: World) => void)[] | undefined;
  /** Lets others have a turn meanwhile; missing: there is nobody else in this thread. */
  readonly takeTurns?: TakeTurns | undefined;
}

/** Boots a world with an app that was installed a moment ago and that nobody has touched since. */
export const bootFresh = async (form: SimForm, request: BaselineRequest): Promise<World> =>
  await inTurns(bootSteps(bootRequest(form, request)), request.takeTurns);

/** Takes all steps, and others' turns between them. */
const inTurns = async <T>(steps: Generator<void, T>, takeTurns: TakeTurns = () => undefined): Promise<T> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = takeTurns();
    if (turn !== undefined) await turn;
  }
};

/** Restores a world that was booted for the same request. */
export const restoreBooted = (form: SimForm, request: BaselineRequest, image: WorldImage): World =>
  restoreWorld(bootRequest(form, request), image);

const bootRequest = ({ record, behaviour, manifests }: SimForm, { seed, age, checkers }: BaselineRequest): BootRequest => ({
  app: record,
  ...(behaviour && { behaviour }),
  manifests,
  seed,
  variant: age,
  openApi: openApiDocuments,
  ...(checkers && { checkers }),
});

/**
 * Time under load at the end of a past, s: long enough for rates over ten minutes. What is measured is worked out from all
 * that flowed, so weeks of it would make every first look slow.
 */
const [LOADED_MIN_S, LOADED_MAX_S] = [900, 1500];

/** Boots a world with an app on which people have worked for a week or two. */
export const bootWithPast = async (form: SimForm, request: BaselineRequest): Promise<World> => {
  const { record, manifests } = form;
  const rng = createRng(request.seed).stream("past");
  const installer = pickInstaller(rng.stream("installer"));
  const dedicated = drawTaint(rng.stream("dedicated"));
  const dressed = manifests.map((manifest) => installer.dress(tolerateTaint(manifest, dedicated)));
  const boot = bootRequest({ ...form, manifests: dressed }, request);
  const world = await inTurns(bootSteps({ ...boot, fieldManager: installer.manager, isLoadHeld: true }), request.takeTurns);
  const cluster = createSimPort(world, ADMIN, createWorkMeter(request.takeTurns));
  const workers = (await listWorkers(cluster)).map(({ metadata }) => metadata.name);
  const { writes, untilMs } = planPast({ app: record, manifests: dressed, workers, dedicated, fromMs: world.nowMs(), rng });
  const loadedMs = untilMs - rng.stream("load").int(LOADED_MIN_S, LOADED_MAX_S) * 1000;
  await playWrites(
    cluster,
    record.namespace,
    writes.filter(({ atMs }) => atMs < loadedMs),
  );
  await cluster.clock.sleep(Math.max(0, loadedMs - world.nowMs()));
  putLoad(world);
  await playWrites(
    cluster,
    record.namespace,
    writes.filter(({ atMs }) => atMs >= loadedMs),
  );
  await cluster.clock.sleep(untilMs - world.nowMs());
  return world;
};
