import { type Digest, digestJson, digestText, shortDigest } from "#core/digest.ts";
import { DrillError } from "#core/drill-error.ts";
import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { nearestNames } from "#core/nearest-names.ts";
import type { Backend } from "#pool/backend.ts";
import { type SplitDecision, splitOf } from "#problems/dataset/split-of.ts";
import { expandNamedProblem, type Shipped } from "#problems/named/expand-named-problem.ts";
import { namedProblems } from "#problems/named/named-problems.ts";
import { instructionFor, type Pair, type ProblemKind } from "#problems/problem.ts";
import { createTask, isOneFault, type Task, type TaskFault, taskUriOf } from "#problems/task.ts";
import { formatTaskUri, parseTaskUri, type TaskUri } from "#problems/task-uri.ts";
import type { TaskInfo } from "../host/episode-protocol.ts";
import type { Catalogue as CatalogueApi, TaskFilter } from "./catalogue-protocol.ts";
import { checkPinned } from "./check-pinned.ts";
import { DEFAULT_LIMITS } from "./default-limits.ts";
import { type FindTargets, findTargets } from "./find-targets.ts";
import { fixturesOf } from "./fixtures-of.ts";
import { type Library, shippedIn } from "./library.ts";
import { type AppEntry, type AppPairs, type ExcludedTarget, listPairs, memberOf } from "./list-pairs.ts";
import type { LoadedApp } from "./load-apps.ts";
import { createSampler } from "./sample-tasks.ts";
import { spareVariant, taskVariants, variantsThatCanSay } from "./task-variants.ts";

/** The catalogue as the Loop sees it: servers get the part that lists and draws. */
export interface Catalogue extends CatalogueApi {
  /** Parses a task URI and resolves every name in it. Throws TASK_UNKNOWN and TASK_DIGEST_MISMATCH with the reason. */
  taskOf(uri: string): Task;
  infoOf(task: Task): TaskInfo;
  /** Lists every fault-target pair of an app, and the excluded targets with the reason. */
  pairsOf(app: string): AppPairs;
  /** Lists the excluded targets of all apps, by app and fault. */
  excluded(): readonly ExcludedTarget[];
}

/**
 * Enumerates every task of every app on the backend's own baselines, in the names of the published forms.
 */
export const createCatalogue = async (
  library: Library,
  apps: readonly LoadedApp[],
  backend: Backend,
  { variant, find = findTargets }: CatalogueOptions = {},
): Promise<Catalogue> => {
  const entries = new Map<string, AppEntry>();
  for (const app of apps) entries.set(app.record.name, listPairs(library, app, backend, await find(library, app, backend)));
  const resolution = { entries, library, variant, shipped: shippedIn(library) };
  const keptTask = keepUpTo<string, Task>(TASKS_KEPT);
  const taskOf = (uri: string): Task => keptTask(uri, () => resolveTask(uri, resolution));
  const keptInfo = keepUpTo<string, TaskInfo>(TASKS_KEPT);
  const infoOf = (task: Task): TaskInfo => keptInfo(task.uri, () => describeTask(task, entries, backend));
  const infoIfKnown = (uri: string) => quietly(() => infoOf(taskOf(uri)));
  // A thread that plays episodes is told which, and needs no list.
  let listed: readonly TaskInfo[] | undefined;
  const listAll = (): readonly TaskInfo[] => {
    // What no slot has a variant for is no task here.
    listed ??= [...entries.values()].flatMap((entry) => composeTasks(entry, library).flatMap((uri) => infoIfKnown(uri) ?? []));
    return listed;
  };
  const digestOfAll = (): Digest => catalogueDigest(listAll());
  const list = (filter: TaskFilter) => listAll().filter(createFit(filter));
  return {
    get digest() {
      return digestOfAll();
    },
    list,
    resolve: (uri) => infoOf(taskOf(uri)),
    find: infoIfKnown,
    sample: createSampler(list, digestOfAll),
    taskOf,
    infoOf,
    pairsOf: (app) => entryOf(app, entries),
    excluded: () => [...entries.values()].flatMap(({ excluded }) => excluded),
  };
};

/** Settings of a catalogue. */
export interface CatalogueOptions {
  /** Variant that tasks are played in if they name none; missing: one of their split, drawn by the seed. */
  readonly variant?: string | undefined;
  /** Finds the targets of faults; missing: in a slot of the backend. */
  readonly find?: FindTargets;
}

/** Maximum number of memoised tasks: callers may pin parameters, so that their number is unbounded. */
const TASKS_KEPT = 4096;

/** URIs of the compositions of an app's pairs by every kind of problem. */
const composeTasks = ({ app, pairs }: AppEntry, library: Library): readonly string[] =>
  library.problems.flatMap((kind) => kind.compose(pairs).map((members) => formatTaskUri(taskUriOf(app.record.name, members))));

/** Tables that the names in a task URI are resolved with. */
interface Resolution {
  readonly entries: ReadonlyMap<string, AppEntry>;
  readonly library: Library;
  readonly variant: string | undefined;
  readonly shipped: Shipped;
}

const resolveTask = (uri: string, { entries, library, variant, shipped }: Resolution): Task => {
  const expanded = expandNamedProblem(uri, shipped);
  if (!expanded.ok) throw new DrillError("TASK_UNKNOWN", expanded.error);
  const parsed = parseTaskUri(expanded.value);
  if (!parsed.ok) throw new DrillError("TASK_UNKNOWN", parsed.error);
  const entry = entryOf(parsed.value.app, entries);
  const ids = faultIdsOf(parsed.value, library);
  const faults = ids.map((id, i) => resolveFault(id, i, isOneFault(ids) ? 1 : ids.length, parsed.value, entry, library));
  if (parsed.value.targets.length > ids.length)
    throw new DrillError("TASK_UNKNOWN", `${uri} names ${parsed.value.targets.length} targets for ${ids.length} faults`);
  if (new Set(faults.map(({ injector, candidates }) => `${injector.id} ${candidates[0]?.resource}`)).size < ids.length)
    throw new DrillError("TASK_UNKNOWN", `${uri} names a target twice`);
  checkPinned(
    parsed.value,
    faults.map(({ injector }) => injector),
  );
  const bare = createTask({ parsed: parsed.value, kind: kindOf(faults, library), faults, chartDigest: entry.app.digest });
  const { split } = splitDecision(bare);
  const choice = { pinned: parsed.value.variant ?? variant, there: entry.variants };
  const variants = taskVariants(entry.app, { split, ...choice });
  const spare = spareVariant(entry.app, choice);
  const task = {
    ...bare,
    ...(spare !== undefined && { spare }),
    variants: variantsThatCanSay(
      variants,
      faults.flatMap(({ pinned }) => Object.entries(pinned)),
    ),
  };
  if (task.rights === "namespace" && task.scope !== "namespace")
    throw new DrillError("TASK_UNKNOWN", `${uri} gives rights in a namespace to repair what is wrong with the ${task.scope}`);
  if (parsed.value.digest !== undefined && parsed.value.digest !== task.digest)
    throw new DrillError("TASK_DIGEST_MISMATCH", `${uri} has the digest ${task.digest} now`);
  return task;
};

/** Ids of a task's faults; of one that is in several places at once, one for each. */
const faultIdsOf = ({ problem, targets }: TaskUri, { injectors }: Library): readonly string[] => {
  const ids = problem === "healthy" ? [] : problem.split("+");
  const correlates = injectors.some(({ id, correlates }) => id === problem && correlates === true);
  return correlates && targets.length > 1 ? targets.map(() => problem) : ids;
};

const entryOf = (app: string, entries: ReadonlyMap<string, AppEntry>): AppEntry => {
  const entry = entries.get(app);
  if (entry === undefined) throw new DrillError("TASK_UNKNOWN", `there is no app "${app}"; there are ${[...entries.keys()].join(", ")}`);
  return entry;
};

const resolveFault = (
  id: string,
  index: number,
  count: number,
  { targets, pinned }: TaskUri,
  entry: AppEntry,
  library: Library,
): TaskFault => {
  const injector = library.injectors.find((candidate) => candidate.id === id);
  if (injector === undefined) throw new DrillError("TASK_UNKNOWN", unknownFault(id, library));
  const wanted = targets[index];
  const names = wanted === undefined ? entry.pairs.filter(({ faultId }) => faultId === id).map(({ target }) => target) : [wanted];
  const candidates = names.flatMap((target) => entry.targets.get(`${id} ${target}`) ?? []);
  if (candidates.length === 0)
    throw new DrillError("TASK_UNKNOWN", `${id} cannot be applied to ${wanted ?? "anything here"}: ${reasonOf(id, wanted, entry)}`);
  return { injector, fixtures: fixturesOf(injector, library.fixtures), candidates, pinned: pinnedOf(index, count, pinned) };
};

/** Says which names are close to one that is neither a fault nor a public id. */
const unknownFault = (id: string, { injectors }: Library): string => {
  const near = nearestNames(id, [...injectors.map((known) => known.id), ...namedProblems().map((problem) => problem.id)]);
  const hint = near.length === 0 ? "; `kubedrill tasks --split all --count` lists all" : `; did you mean ${near.join(" or ")}?`;
  return `there is no fault "${id}"${hint}`;
};

const reasonOf = (id: string, target: string | undefined, { excluded, pairs }: AppEntry): string => {
  const exclusion = excluded.find((candidate) => candidate.faultId === id && candidate.resource === target);
  return (
    exclusion?.reason ??
    `its targets are ${
      pairs
        .filter(({ faultId }) => faultId === id)
        .map((pair) => pair.target)
        .join(", ") || "none"
    }`
  );
};

/** Pinned parameters of one fault: `port=9999` for the only one, `2.port=9999` for the second of several. */
const pinnedOf = (index: number, count: number, pinned: TaskUri["pinned"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pinned).flatMap(([name, value]) => {
      const numbered = /^(\d+)\.(.+)$/.exec(name);
      if (numbered !== null) return Number(numbered[1]) === index + 1 ? [[numbered[2] as string, value]] : [];
      return count === 1 ? [[name, value]] : [];
    }),
  );

const kindOf = (faults: readonly TaskFault[], library: Library): ProblemKind => {
  const several = isOneFault(faults.map(({ injector }) => injector.id)) ? "correlated-fault" : "concurrent-faults";
  const id = faults.length === 0 ? "healthy" : faults.length === 1 ? "single-fault" : several;
  const kind = library.problems.find((candidate) => candidate.id === id);
  if (kind === undefined) throw new Error(`problems/${id} is missing`);
  return kind;
};

const describeTask = (task: Task, entries: ReadonlyMap<string, AppEntry>, backend: Backend): TaskInfo => {
  const { app, pairs } = entryOf(task.app, entries);
  const members = task.faults
    .map(({ injector, candidates }) => pairsByName(pairs).get(`${injector.id} ${candidates[0]?.resource}`))
    .filter((pair) => pair !== undefined);
  const { split, tag } = splitDecision(task);
  const difficulty = task.kind.difficulty(members);
  return {
    uri: task.uri,
    publicId: `t-${shortDigest(digestText(`public ${task.uri}`), 12)}`,
    title: titleOf(task),
    split,
    tags: [
      `app:${task.app}`,
      ...task.kind.tags,
      ...new Set(task.faults.flatMap(({ injector }) => [`fault:${injector.id}`, `layer:${injector.layer}`, `family:${injector.family}`])),
      ...(members.length === 0 ? [] : [members.some(({ visible }) => visible) ? "visible" : "latent"]),
      ...(tag === undefined ? [] : [tag]),
      `difficulty:${difficulty}`,
    ],
    difficulty,
    backends: [backend.name],
    instruction: instructionFor(app.record.title, app.record.namespace),
    digest: task.digest,
    limits: DEFAULT_LIMITS,
  };
};

/** `fault target` → the pair. */
const pairsByName = keepFor((pairs: readonly Pair[]) => new Map(pairs.map((pair) => [`${pair.faultId} ${pair.target}`, pair])));

const titleOf = ({ faults, kind }: Task): string =>
  faults.length === 0
    ? kind.title
    : [...Map.groupBy(faults, ({ injector }) => injector.title)]
        .map(
          ([title, own]) =>
            `${title}: ${own.map(({ candidates: [first, other] }) => (other === undefined ? first?.resource : "any target")).join(", ")}`,
        )
        .join("; ");

const splitDecision = ({ app, faults }: Pick<Task, "app" | "faults">): SplitDecision =>
  splitOf(faults.flatMap(({ injector, candidates }) => candidates.map((target) => memberOf(app, injector, target))));

/** Creates the test of a filter; the length of its lists costs once, and nothing for each task. */
const createFit = (filter: TaskFilter): ((task: TaskInfo) => boolean) => {
  const { splits = ["train"], difficultyMin = 1, difficultyMax = 5, backend } = filter;
  const [wanted, unwanted, problems] = [new Set(filter.tagsAll), new Set(filter.tagsNone), new Set(filter.problemIds)];
  return (task) =>
    splits.includes(task.split) &&
    (wanted.size === 0 || new Set(task.tags.filter((tag) => wanted.has(tag))).size === wanted.size) &&
    !task.tags.some((tag) => unwanted.has(tag)) &&
    task.difficulty >= difficultyMin &&
    task.difficulty <= difficultyMax &&
    (backend === undefined || task.backends.includes(backend)) &&
    (problems.size === 0 || problems.has(problemIdOf(task)) || task.tags.some((tag) => problems.has(tag)));
};

/** The problem part of a task's URI. */
const problemIdOf = ({ uri }: TaskInfo): string => /^kubedrill:\/\/[^/]+\/([^@?]+)/.exec(uri)?.[1] ?? "";

const catalogueDigest = keepFor((tasks: readonly TaskInfo[]): Digest => digestJson(tasks.map(({ uri, digest }) => [uri, digest])));

const quietly = <T>(find: () => T): T | undefined => {
  try {
    return find();
  } catch (cause) {
    if (cause instanceof DrillError) return undefined;
    throw cause;
  }
};
