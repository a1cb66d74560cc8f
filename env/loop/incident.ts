import { DrillError } from "#core/drill-error.ts";
import { parseJson } from "#core/parse-json.ts";
import { createRng, type Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { TruthPair } from "#core/truth.ts";
import type { CheckResult } from "#core/verdict.ts";
import type { Injector, Place } from "#injectors/injector.ts";
import type { Twin } from "#injectors/twin.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import type { Decoy, Noise } from "#problems/problem.ts";
import { standingOracle } from "#problems/standing-oracle.ts";
import { isOneFault, type Task } from "#problems/task.ts";
import type { ActionTool } from "../actions/action.ts";
import { needsOf } from "../catalogue/fixtures-of.ts";
import { bringAbout } from "./bring-about.ts";
import { chooseDistractions, type Distractions } from "./choose-distractions.ts";
import { chooseFurniture } from "./choose-furniture.ts";
import { chooseTwins } from "./choose-twins.ts";
import { createJudge, type Judge } from "./judge.ts";
import { type LeasedVariant, leaseVariant } from "./lease-variant.ts";
import { mergeOracles, oraclesOf } from "./merge-oracles.ts";
import { withTwins } from "./place-twins.ts";
import type { IncidentRecall, KeptStart } from "./recall-incident.ts";
import { repairsOf } from "./repairs-of.ts";
import { sparedComponents } from "./spared-components.ts";

/** A task in a slot: the faults are injected, their symptoms show, and nobody has acted yet. */
export interface Incident {
  readonly task: Task;
  /** Root of what was drawn before the agent came. */
  readonly rootSeed: string;
  /** Root of what is drawn while the agent works. */
  readonly seed: string;
  readonly slot: Slot;
  readonly place: Place;
  readonly faults: readonly InjectedFault[];
  /** Ids of the fixtures in the slot, those that its faults need and those that were drawn. */
  readonly fixtures: readonly string[];
  /** Harmless forms of what faults break, which came before them. */
  readonly twins: readonly Twin[];
  /** The slot's state before the injection, twins included: what is graded by. */
  readonly baseline: Baseline;
  /** Id of the variant of its application. */
  readonly variant: string;
  /** Harmless oddities that are in the slot. */
  readonly decoys: readonly Decoy[];
  /** Kinds of disturbances that come while the agent works. */
  readonly noise: readonly Noise[];
  readonly truth: readonly TruthPair[];
  readonly oracle: Oracle;
  /** All conditions as judged at the start of the agent's clock. */
  readonly checksAtStart: readonly CheckResult[];
  /** Judge over the slot, with its results at the start, which forks inherit. */
  readonly judge: Judge;
  readonly violatedAtStart: readonly string[];
  /** Time of the injection, ms since the Unix epoch, from which the faults' timelines count. */
  readonly injectedMs: number;
  readonly startMs: number;
  /** User-visible errors per millisecond before the injection. */
  readonly errorRateBefore: number;
  /** Estimated memory beyond that of its baseline, bytes. */
  readonly bytes: number;
  /** Memory of this incident that outlasts this thread; missing: there is none. */
  readonly recall?: IncidentRecall;
}

/** A fault with its drawn parameters. */
export interface InjectedFault {
  readonly injector: Injector;
  readonly target: string;
  /** False if users notice nothing of it in this slot. */
  readonly visible: boolean;
  readonly params: unknown;
}

/** Inputs of creating incidents. */
export interface IncidentParts {
  readonly backend: Backend;
  /** Kinds of noise and of decoys that there are. */
  readonly noise: readonly Noise[];
  readonly decoys: readonly Decoy[];
  /** Fixtures of which some episodes have one that their faults do not need; missing: there are none. */
  readonly fixtures?: readonly Fixture[];
  /** Faults whose twins are drawn; missing: there are no twins. */
  readonly injectors?: readonly Injector[];
  /** Tools by which somebody mends a fault that has passed when the agent comes; missing: none has. */
  readonly tools?: readonly ActionTool[];
  /** False: nobody works on the slot but the fault, and the episode starts as soon as it shows; missing: others do. */
  readonly hasSurroundings?: boolean;
  /** Memory of this incident that outlasts this thread; missing: there is none. */
  readonly recall?: IncidentRecall | undefined;
  /** Start of the incident as it was made before, to which the slot is taken; missing: the faults are injected. */
  readonly start?: Pick<KeptStart, "state" | "injectedMs"> | undefined;
}

/**
 * Leases a slot and injects the faults of the task in it.
 *
 * @throws DrillError INJECTION_FAILED if a symptom does not show in time, or nothing is violated although something
 * should be; the slot is released, for the pool to restore
 */
export const createIncident = async (task: Task, seed: string, parts: IncidentParts): Promise<Incident> => {
  const { backend, hasSurroundings = true, fixtures = [], injectors = [], tools = [], recall, start } = parts;
  const distractions = chooseDistractions(task, seed, parts, {
    isDrawn: hasSurroundings,
    capabilities: backend.capabilities,
  });
  const canPush = backend.capabilities.includes("disturb.image");
  const furniture = hasSurroundings ? chooseFurniture({ task, seed, fixtures, backend }) : [];
  const leased = await leaseVariant(task, seed, backend, furniture);
  const { slot } = leased;
  try {
    const canBe = (injector: Injector): boolean => needsOf(injector).every((need) => backend.capabilities.includes(need));
    const possible = injectors.filter(canBe);
    return await injectAll(task, seed, leased, { ...distractions, hasSurroundings, injectors, possible, tools, recall, start, canPush });
  } catch (cause) {
    // Whoever waits for this reset need not wait for the slot as well; what the injection did is in the slot's memo.
    void backend.release(slot).catch(() => undefined);
    throw DrillError.from(cause, { boundary: `injecting ${task.kind.id}`, fallback: "INJECTION_FAILED" });
  }
};

const injectAll = async (
  task: Task,
  seed: string,
  leased: LeasedVariant,
  {
    noise,
    decoys,
    hasSurroundings,
    injectors,
    possible,
    tools,
    recall,
    start,
    canPush,
  }: Distractions & Pick<IncidentParts, "recall" | "start"> & Surroundings,
): Promise<Incident> => {
  const rng = createRng(seed);
  const place: Place = { app: leased.slot.baseline.app, namespace: leased.slot.namespace };
  const errorRateBefore = await errorRate(leased.slot);
  const changesBefore = changesOf(leased.slot);
  const faults = drawFaults(task, rng, place, leased);
  const { baseline } = leased.slot;
  const hasTwins = hasSurroundings && task.twins !== "none";
  const drawn = hasTwins ? chooseTwins({ seed, injectors, faults: faults.map(({ injector }) => injector.id), baseline }) : [];
  const spared = sparedComponents(place.app, faults);
  // A workload that a fault is in would be rolled out twice in one second, and nothing would tell of what was between.
  const isInnocent = (name: string): boolean => faults.every(({ target }) => nameOf(target) !== name);
  const canBe = (twin: Twin): boolean => {
    if (twin.build !== undefined && !canPush) return false;
    if (twin.verb === "create") return twin.among === undefined || isInnocent(twin.among);
    return twin.build === undefined || (isInnocent(twin.name) && !spared.has(twin.name));
  };
  const twins = drawn.filter(canBe);
  const slot = start === undefined ? leased.slot : (leased.slot.forkTo?.(start.state) as Slot);
  const graded = withTwins(baseline, twins);
  const isLively = hasSurroundings && task.noise === undefined;
  const { leadMs } = task;
  const circumstances = { faults, twins, decoys, injectors: possible, tools, baseline: graded, hasSurroundings, isLively, leadMs };
  const injectedMs = start === undefined ? await bringAbout(slot, circumstances, place, rng) : start.injectedMs;
  const bytes = BYTES_LEAST + BYTES_PER_CHANGE * (changesOf(slot) - changesBefore);
  const bare = {
    task,
    rootSeed: seed,
    seed,
    slot,
    place,
    faults,
    fixtures: slot.fixtures ?? [],
    twins,
    variant: leased.variant.id,
    decoys,
    baseline: graded,
    noise,
    injectedMs,
    errorRateBefore,
    bytes,
  };
  return await describeIncident({ ...bare, ...(recall && { recall }) });
};

type Surroundings = Required<Pick<IncidentParts, "hasSurroundings" | "injectors" | "tools">> & {
  /** Those of the faults that the backend's slots can have. */
  readonly possible: readonly Injector[];
  /** False: the slot's registries take no builds, so that no twin runs one. */
  readonly canPush: boolean;
};

/** Number of changes of any kind so far; 0 where nobody counts them. */
const changesOf = ({ admin }: Slot): number => admin.revision() ?? 0;

/** Memory of an incident as measured over many: what is always derived from its state, and what a change leaves behind. */
const [BYTES_LEAST, BYTES_PER_CHANGE] = [900_000, 650];

/** Draws the parameters of the faults: pinned ones come from the URI, others from the seed, with a random stream for each fault. */
const drawFaults = (
  { faults }: Task,
  rng: Rng,
  place: Place,
  { candidates, variant }: Pick<LeasedVariant, "candidates" | "variant">,
): readonly InjectedFault[] => {
  const isCorrelated = isOneFault(faults.map(({ injector }) => injector.id));
  return faults.map(({ injector, pinned }, i) => {
    const stream = rng.stream(`injector/${injector.id}`);
    const known = candidates[i] ?? [];
    const chosen = known.length === 1 ? known[0] : stream.stream("target").pick(known);
    if (chosen === undefined) throw new Error(`${injector.id} has no target`);
    const { published, target } = chosen;
    // One mistake is the same in all of its places.
    const drawn = injector.sample(stream.stream(isCorrelated ? "everywhere" : published), target, place) as Readonly<
      Record<string, unknown>
    >;
    const params = injector.params.parse({ ...drawn, ...coerce(pinned, drawn, variant) });
    return { injector, target: target.resource, visible: target.visible && injector.isLatent?.(params) !== true, params };
  });
};

/** Converts pinned values, which are text in the words of the published form, to the types of the drawn ones in the words of the variant. */
const coerce = (
  pinned: Readonly<Record<string, string>>,
  drawn: Readonly<Record<string, unknown>>,
  variant: LeasedVariant["variant"],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(pinned).map(([name, published]) => {
      const text = variant.translate(published) ?? published;
      const parsed = typeof drawn[name] === "string" ? undefined : parseJson(text);
      return [name, parsed === undefined ? text : parsed];
    }),
  );

type Bare = Pick<
  Incident,
  | "task"
  | "rootSeed"
  | "seed"
  | "slot"
  | "place"
  | "faults"
  | "fixtures"
  | "twins"
  | "variant"
  | "decoys"
  | "baseline"
  | "noise"
  | "injectedMs"
  | "errorRateBefore"
  | "bytes"
  | "recall"
>;

const describeIncident = async (bare: Bare): Promise<Incident> => {
  const { slot, place, faults, baseline } = bare;
  const truth = faults.flatMap(({ injector, params }) => injector.truth(params, place));
  const forgiven = new Set(await brokenGuards(slot.admin, baseline));
  const broken = [...truth.map(({ resource }) => resource), ...faults.map(({ target }) => target)];
  const oracle = mergeOracles([
    ...oraclesOf(faults, baseline),
    standingOracle(baseline, forgiven, { broken, isForked: slot.fork !== undefined }),
  ]);
  const judge = createJudge(slot.admin, oracle.checks);
  const checksAtStart = await judge.judge();
  const violatedAtStart = checksAtStart.filter(({ held }) => !held).map(({ name }) => name);
  if (faults.length > 0 && violatedAtStart.length === 0) throw new Error("every condition holds although a fault was injected");
  return { ...bare, truth, oracle, judge, checksAtStart, violatedAtStart, startMs: slot.admin.clock.nowMs() };
};

/** User-visible errors per millisecond over the last minute before the injection. */
const errorRate = async (slot: Slot): Promise<number> => {
  const nowMs = slot.admin.clock.nowMs();
  const { errors } = await slot.traffic(nowMs - 60_000, nowMs);
  return errors / 60_000;
};

/**
 * Plans the expert's calls: repair, diagnosis, submission.
 * @param way index of the alternative repair, from 0
 */
export const expertCalls = (incident: Incident, way = 0): readonly ToolCall[] => [
  {
    name: "submit_diagnosis",
    arguments: { root_causes: incident.truth.map(({ resource, catalogueType }) => ({ resource, fault_type: catalogueType })) },
  },
  ...repairsOf(incident).flatMap((ways) => ways[Math.min(way, ways.length - 1)] ?? []),
  { name: "submit_mitigation", arguments: {} },
];

/** Number of ways in which the expert can repair an incident, at least 1. */
export const waysOf = (incident: Incident): number => Math.max(1, ...repairsOf(incident).map((ways) => ways.length));
