import { createRng } from "#core/rng.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import { digestObjects, type Objects } from "#pool/baseline/compare-baseline.ts";
import { readObjects } from "#pool/baseline/record-baseline.ts";
import type { Policy } from "#problems/policy.ts";
import type { Task } from "#problems/task.ts";
import type { RewardComponent } from "../host/episode-protocol.ts";
import { playEpisode } from "../host/play-episode.ts";
import { doNothing } from "../loop/do-nothing.ts";
import { gradeMitigation } from "../loop/grade-mitigation.ts";
import { expertCalls, type Incident } from "../loop/incident.ts";
import { withoutNoise } from "../loop/without-noise.ts";
import type { OpenHost } from "../open/open-host.ts";
import { qualifyAttempts } from "./qualify-attempts.ts";
import { situationOf } from "./situation-of.ts";

/** Findings of qualifying one task, which may be offered if `failures` is empty. */
export interface Qualification {
  readonly task: string;
  readonly seed: string;
  /** True if users notice the fault, as measured. */
  readonly visible: boolean;
  /** Share of user requests that fail when nobody acts. */
  readonly errorShare: number;
  /** Returns of the expert's repairs on the shaped profile. */
  readonly expert: readonly number[];
  /** Returns of the degenerate policies that were played. */
  readonly degenerate: Readonly<Record<string, number>>;
  /** Number of attempts played: of those that the fault accepts, and of those that it rejects. */
  readonly attempts: { readonly accepted: number; readonly rejected: number };
  /** Requirements that are not met, one sentence each. */
  readonly failures: readonly string[];
}

/** Plays a task through its life cycle: before, injected, untouched, repaired in each way, under degenerate policies, and by its fault's attempts. */
export const qualifyTask = async (open: OpenHost, uri: string, seed: string, policies: readonly Policy[]): Promise<Qualification> => {
  const task = open.catalogue.taskOf(uri);
  const failures: string[] = [];
  const incident = await open.incidents.get(task, seed);
  const traffic = (await doNothing(withoutNoise(incident))) ?? { requests: 0, errors: 0 };
  const errorShare = traffic.requests === 0 ? 0 : traffic.errors / traffic.requests;
  const isHealthy = incident.truth.length === 0;
  if (!isHealthy) failures.push(...(await judgeLeftAlone(incident)));
  const visible = errorShare >= VISIBLE_SHARE_MIN;
  if (!isHealthy && visible !== incident.faults.some((fault) => fault.visible))
    failures.push(`the injector calls it ${visible ? "latent" : "visible"}, but ${(100 * errorShare).toFixed(2)} % of requests fail`);
  const subject = { open, incident, task, seed };
  const expert = await playExpert(subject, failures);
  const degenerate = await playDegenerate(subject, policies, failures);
  const { accepted, rejected, failures: misjudged } = await qualifyAttempts(open, uri, seed);
  failures.push(...misjudged);
  const attempts = { accepted: accepted.length, rejected: rejected.length };
  return { task: task.uri, seed, visible, errorShare, expert, degenerate, attempts, failures };
};

/** Task that is qualified, with its incident of a seed. */
interface Subject {
  readonly open: OpenHost;
  readonly incident: Incident;
  readonly task: Task;
  readonly seed: string;
}

/** Plays each way of the expert. @returns returns, in the order of the ways */
const playExpert = async (subject: Subject, failures: string[]): Promise<readonly number[]> => {
  const { incident } = subject;
  const returns: number[] = [];
  for (let way = 0; way < waysOf(incident); way++) {
    const played = await play(subject, `expert ${way}`, expertCalls(incident, way));
    returns.push(played.return ?? Number.NaN);
    if (!((played.return ?? 0) >= EXPERT_MIN))
      failures.push(`the expert's way ${way} earns ${played.return}: ${explain(played.components)}`);
  }
  return returns;
};

const waysOf = ({ faults, baseline }: Incident): number =>
  Math.max(1, ...faults.map(({ injector, params }) => injector.solve(params, baseline).length));

/**
 * Digests of the states that repairs lead to: of all faults, and of each alone. A policy that ends in one of them has
 * repaired that much.
 */
const repairedStates = async (open: OpenHost, incident: Incident): Promise<ReadonlySet<string>> => {
  const digests = new Set<string>();
  for (let way = 0; way < waysOf(incident); way++) {
    digests.add(await specDigestAfter(incident, expertCalls(incident, way), open));
    for (const { injector, params } of incident.faults)
      digests.add(await specDigestAfter(incident, injector.solve(params, incident.baseline)[way] ?? [], open));
  }
  return digests;
};

/** Minimum return of the expert. */
const EXPERT_MIN = 0.9;
const DEGENERATE_MAX = 0.1;

/** Minimum share of failed requests that users notice. */
const VISIBLE_SHARE_MIN = 0.001;

/** Checks that the fault does not heal by itself. */
const judgeLeftAlone = async (incident: Incident): Promise<readonly string[]> => {
  const copy = incident.slot.fork?.();
  if (copy === undefined) return [];
  await copy.admin.clock.sleep(300_000);
  const { verdict } = await gradeMitigation(incident, copy);
  if (verdict.kind === "failed") return [`left alone it cannot be judged: ${verdict.reason}`];
  return verdict.kind === "held" ? ["left alone for 300 s it counts as repaired"] : [];
};

const play = async ({ open, task, seed }: Subject, name: string, calls: Parameters<typeof playEpisode>[2]) =>
  await playEpisode(
    open.host,
    { episodeId: `qualify-${name.replaceAll(/[^a-z0-9]+/g, "-")}`, taskUri: task.uri, seed, limits: {}, views: [{ name: "budget" }] },
    calls,
  );

const explain = (components: readonly RewardComponent[]): string =>
  components
    .map(({ name, value, status, detail }) => `${name} ${value?.toFixed(3) ?? status}${detail === undefined ? "" : ` (${detail})`}`)
    .join(", ");

/** Plays the degenerate policies that end in no repaired state. @returns returns by policy */
const playDegenerate = async (
  subject: Subject,
  policies: readonly Policy[],
  failures: string[],
): Promise<Readonly<Record<string, number>>> => {
  const { open, incident, seed } = subject;
  const repaired = await repairedStates(open, incident);
  const returns: Record<string, number> = {};
  const situation = await situationOf(open, incident);
  const isPublished = subject.task.variants.every(({ id }) => id === STANDARD);
  for (const policy of policies.filter(({ degenerate, memorises }) => degenerate && !(isPublished && memorises === true))) {
    const calls = policy.play(situation, createRng(seed).stream(`policy/${policy.id}`));
    if (repaired.has(await specDigestAfter(incident, calls, open))) continue;
    const played = await play(subject, policy.id, calls);
    returns[policy.id] = played.return ?? Number.NaN;
    if (!((played.return ?? 1) <= DEGENERATE_MAX)) failures.push(`${policy.id} earns ${played.return}: ${explain(played.components)}`);
    if (policy.id === "no-op" && played.return !== 0) failures.push(`doing nothing earns ${played.return}: ${explain(played.components)}`);
  }
  return returns;
};

/** Digest of the specs after these calls, on a fork, to compare two ways of acting. */
const specDigestAfter = async (
  incident: Incident,
  calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[],
  { library }: OpenHost,
): Promise<string> => {
  const copy = incident.slot.fork?.();
  if (copy === undefined) return "";
  const kubectl = library.tools.find(({ spec }) => spec.name === "kubectl");
  for (const call of calls.filter(({ name }) => name === "kubectl")) {
    await kubectl?.run({ cluster: copy.agent, namespace: copy.namespace, timeoutMs: 30_000 }, call.arguments);
  }
  return digestObjects(withoutMarks(await readObjects(copy.admin, copy.baseline)));
};

/** Objects without labels and annotations of their own, which others leave behind and a rollback to an old revision takes away. */
const withoutMarks = (objects: Objects): Objects =>
  Object.fromEntries(
    Object.entries(objects).map(([resource, list]) => [
      resource,
      list.map((object) => ({ ...object, metadata: { ...object.metadata, labels: {}, annotations: {} } })),
    ]),
  );
