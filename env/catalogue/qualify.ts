import { DONE, type Policy } from "#problems/policy.ts";
import { doNothing } from "../loop/do-nothing.ts";
import { gradeMitigation } from "../loop/grade-mitigation.ts";
import { expertCalls, type Incident, waysOf } from "../loop/incident.ts";
import { startNoise } from "../loop/start-noise.ts";
import { withoutNoise } from "../loop/without-noise.ts";
import type { OpenHost } from "../open/open-host.ts";
import { beginAttempt, earnedBy, isGradedRepaired, type Subject } from "./attempt-episode.ts";
import { createAttemptMemory } from "./attempt-memory.ts";
import type { Breadth } from "./qualification-plan.ts";
import { tryAccepts, tryRejects } from "./qualify-attempts.ts";
import { tryPolicies } from "./try-policies.ts";

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

/** Parts of a qualification, each of which costs by itself. */
export type QualifyPart = "incident" | "doing nothing" | "left alone" | "expert" | "accepts" | "rejects" | "degenerate";

/** Inputs of a qualification. */
export interface QualifyOptions {
  readonly policies: readonly Policy[];
  /** Share of what must fail that is played. */
  readonly breadth: Breadth;
  /** Runs a part; whoever measures takes the time of it. Missing: it is run. */
  readonly runPart?: <T>(part: QualifyPart, run: () => Promise<T>) => Promise<T>;
}

/**
 * Plays a task through its life cycle: before, injected, untouched, repaired in each way and by the attempts that its fault accepts, and
 * under wrong repairs and degenerate policies.
 */
export const qualifyTask = async (
  open: OpenHost,
  uri: string,
  seed: string,
  { policies, breadth, runPart = (_part, run) => run() }: QualifyOptions,
): Promise<Qualification> => {
  const task = open.catalogue.taskOf(uri);
  const made = await runPart("incident", () => open.incidents.get(task, seed));
  const subject = remembering({ open, seed, incident: breadth === "one" ? withoutNoise(made) : made }, breadth);
  const { incident } = subject;
  const traffic = (await runPart("doing nothing", () => doNothing(withoutNoise(incident)))) ?? { requests: 0, errors: 0 };
  const errorShare = traffic.requests === 0 ? 0 : traffic.errors / traffic.requests;
  const left = await runPart("left alone", () => judgeLeftAlone(incident));
  const expert = await runPart("expert", () => playExpert(subject));
  const accepts = await runPart("accepts", () => tryAccepts(subject, breadth));
  const rejects = await runPart("rejects", () => tryRejects(subject, breadth));
  const blind = await runPart("degenerate", () => tryPolicies(subject, policies, breadth));
  return {
    task: task.uri,
    seed,
    visible: errorShare >= VISIBLE_SHARE_MIN,
    errorShare,
    expert: expert.returns,
    degenerate: blind.degenerate,
    attempts: { accepted: accepts.accepted.length, rejected: rejects.rejected.length },
    failures: [
      ...left,
      ...judgeVisibility(incident, errorShare),
      ...expert.failures,
      ...accepts.failures,
      ...rejects.failures,
      ...blind.failures,
    ],
  };
};

/** Has attempts learn from earlier ones, unless each is to be played to its end, or what comes later tells them apart. */
const remembering = (subject: Subject, breadth: Breadth): Subject => {
  const isChanging = subject.incident.faults.some(({ injector }) => injector.timeline !== undefined);
  if (breadth === "to the end" || isChanging) return subject;
  const memory = createAttemptMemory(subject.incident);
  return { ...subject, incident: memory.incident, memory };
};

/** Checks that the fault does not heal by itself. */
const judgeLeftAlone = async (incident: Incident): Promise<readonly string[]> => {
  const copy = incident.truth.length === 0 ? undefined : incident.slot.fork?.();
  if (copy === undefined) return [];
  await startNoise(withoutNoise(incident)).pass(copy.admin, 300_000);
  const { verdict } = await gradeMitigation(incident, copy);
  if (verdict.kind === "failed") return [`left alone it cannot be judged: ${verdict.reason}`];
  return verdict.kind === "held" ? ["left alone for 300 s it counts as repaired"] : [];
};

/** Checks that users notice as much of the fault as its author says. */
const judgeVisibility = ({ truth, faults }: Incident, errorShare: number): readonly string[] => {
  const visible = errorShare >= VISIBLE_SHARE_MIN;
  return truth.length === 0 || visible === faults.some((fault) => fault.visible)
    ? []
    : [`the injector calls it ${visible ? "latent" : "visible"}, but ${(100 * errorShare).toFixed(2)} % of requests fail`];
};

/** Minimum share of failed requests that users notice. */
const VISIBLE_SHARE_MIN = 0.001;

/** Plays each way of the expert. @returns returns, in the order of the ways */
const playExpert = async (subject: Subject): Promise<{ readonly returns: readonly number[]; readonly failures: readonly string[] }> => {
  const returns: number[] = [];
  const failures: string[] = [];
  for (let way = 0; way < waysOf(subject.incident); way++) {
    const { episode, play } = beginAttempt(subject);
    await play(expertCalls(subject.incident, way).filter(({ name }) => name !== DONE.name));
    const state = await subject.memory?.stateOf(episode.slot.admin);
    await play([DONE]);
    const { earned, detail } = earnedBy(episode);
    if (state !== undefined && isGradedRepaired(episode)) subject.memory?.repaired.add(state);
    returns.push(earned ?? Number.NaN);
    if (!((earned ?? 0) >= EXPERT_MIN)) failures.push(`the expert's way ${way} earns ${earned}: ${detail}`);
  }
  return { returns, failures };
};

/** Minimum return of the expert. */
const EXPERT_MIN = 0.9;
