import type { Attempt } from "#kube/checks/attempts.ts";
import { DONE } from "#problems/policy.ts";
import type { StepOutcome } from "../host/episode-protocol.ts";
import { damageOf } from "../loop/damage.ts";
import type { Episode } from "../loop/episode.ts";
import type { OpenHost } from "../open/open-host.ts";
import { beginAttempt, type Subject } from "./attempt-episode.ts";
import { cannotBeRepaired } from "./certain-verdicts.ts";
import { lastingAttempts } from "./lasting-attempts.ts";
import { type Breadth, chooseByTurn } from "./qualification-plan.ts";

/** Findings of playing the attempts that a fault names. */
export interface AttemptFindings {
  /** Names of the fault's own attempts that must count as repairs, and were played. */
  readonly accepted: readonly string[];
  /** Names of its own attempts that must not. */
  readonly rejected: readonly string[];
  /** Attempts that are judged otherwise, one sentence each. */
  readonly failures: readonly string[];
}

/** Plays all attempts of a task's fault: the repairs that must count as such, and the wrong ones. */
export const qualifyAttempts = async (open: OpenHost, uri: string, seed: string): Promise<AttemptFindings> => {
  const subject = { open, seed, incident: await open.incidents.get(open.catalogue.taskOf(uri), seed) };
  const [accepts, rejects] = [await tryAccepts(subject, "each"), await tryRejects(subject, "each")];
  return { ...accepts, ...rejects, failures: [...accepts.failures, ...rejects.failures] };
};

/**
 * Plays every attempt that counts as a repair of an incident's fault, its own and that of any fault, as an episode: it must be graded as
 * repaired, end in success and damage nothing. An incident with several faults has no attempts.
 */
export const tryAccepts = async (subject: Subject, breadth: Breadth): Promise<Pick<AttemptFindings, "accepted" | "failures">> => {
  const { incident } = subject;
  const fault = onlyFault(subject);
  if (fault === undefined) return { accepted: [], failures: [] };
  const own = fault.injector.accepts(fault.params, incident.baseline);
  // Those of any fault ask of a repair what the trials ask of each.
  const { accepts: ofAnyFault } = breadth === "one" ? { accepts: [] } : await lastingAttempts(incident);
  const failures = await complain([...own, ...ofAnyFault], (one) => judgeAccept(subject, one));
  return { accepted: own.map(({ name }) => name), failures };
};

/** Plays wrong repairs of an incident's fault, its own and that of any fault: none may be graded as repaired. */
export const tryRejects = async (subject: Subject, breadth: Breadth): Promise<Pick<AttemptFindings, "rejected" | "failures">> => {
  const { incident } = subject;
  const fault = onlyFault(subject);
  if (fault === undefined) return { rejected: [], failures: [] };
  const own = fault.injector.rejects(fault.params, incident.baseline);
  const { rejects: ofAnyFault } = await lastingAttempts(incident);
  const chosen = chooseByTurn([...own, ...ofAnyFault], breadth, incident.task.uri, ({ name }) => name);
  return {
    rejected: own.filter((one) => chosen.includes(one)).map(({ name }) => name),
    failures: await complain(chosen, (one) => judgeReject(subject, one)),
  };
};

const onlyFault = ({ incident: { faults } }: Subject) => (faults.length === 1 ? faults[0] : undefined);

/** Judges attempts one after the other. @returns what is to be complained of */
const complain = async (
  attempts: readonly Attempt[],
  judge: (attempt: Attempt) => Promise<string | undefined>,
): Promise<readonly string[]> => {
  const failures: string[] = [];
  for (const attempt of attempts) {
    const complaint = await judge(attempt);
    if (complaint !== undefined) failures.push(`"${attempt.name}" ${complaint}`);
  }
  return failures;
};

/** The attempts name no root cause: the success of a repair is that of a profile that asks for the repair alone. */
const PROFILE = "mitigation-only";

/** Returns what keeps an attempt from counting as a repair; undefined: nothing does. What it leads to is graded once. */
const judgeAccept = async (subject: Subject, { calls }: Attempt): Promise<string | undefined> => {
  const { episode, play } = beginAttempt(subject, PROFILE);
  const refused = refusedIn(await play(calls));
  if (refused !== undefined) return refused;
  const { memory } = subject;
  const state = await memory?.stateOf(episode.slot.admin);
  const isKnown = state !== undefined && memory?.repaired.has(state) === true;
  if (isKnown && (await damageOf(episode.incident, episode.slot)).length === 0) return undefined;
  const submission = refusedIn(await play([DONE]));
  if (submission !== undefined) return submission;
  const { mitigation, collateral } = componentsOf(episode);
  if (mitigation?.value === undefined) return `is not judged: ${mitigation?.detail}`;
  if (mitigation.value < 1) return `is refused: ${mitigation.detail}`;
  if (collateral?.value !== 0) return `counts as damage: ${collateral?.detail}`;
  if (episode.ending?.success !== true) return "counts as no success";
  if (state !== undefined) memory?.repaired.add(state);
  return undefined;
};

/** Returns how an attempt fails to be a wrong repair; undefined: it is one. It is graded only if what it has written may be enough. */
const judgeReject = async (subject: Subject, { calls }: Attempt): Promise<string | undefined> => {
  const { episode, play } = beginAttempt(subject, PROFILE);
  const refused = refusedIn(await play(calls));
  if (refused !== undefined) return refused;
  if (subject.memory !== undefined && (await cannotBeRepaired(episode))) return undefined;
  const submission = refusedIn(await play([DONE]));
  if (submission !== undefined) return submission;
  const { mitigation } = componentsOf(episode);
  if (mitigation?.value === undefined) return `is not judged: ${mitigation?.detail}`;
  return mitigation.value === 1 ? "is taken for a repair" : undefined;
};

const componentsOf = ({ ledger }: Episode) => {
  const { components } = ledger.total();
  const named = (wanted: string) => components.find(({ name }) => name === wanted);
  return { mitigation: named("mitigation"), collateral: named("collateral") };
};

/** Says which call was refused; undefined: none. */
const refusedIn = (outcomes: readonly StepOutcome[]): string | undefined => {
  const failed = outcomes.map(({ results }) => results[0]).find((result) => result?.status !== "OK");
  return failed && `cannot be played: ${failed.content}`;
};
