import type { Attempt } from "#kube/checks/attempts.ts";
import { playEpisode } from "../host/play-episode.ts";
import type { OpenHost } from "../open/open-host.ts";
import { lastingAttempts } from "./lasting-attempts.ts";

/** Findings of playing the attempts that a fault names. */
export interface AttemptFindings {
  /** Names of the fault's own attempts that must count as repairs. */
  readonly accepted: readonly string[];
  /** Names of its own attempts that must not. */
  readonly rejected: readonly string[];
  /** Attempts that are judged otherwise, one sentence each. */
  readonly failures: readonly string[];
}

/**
 * Plays every attempt of a task's fault, and those that any fault has, as an episode of its own: `accepts` must be graded as repaired, end in
 * success and damage nothing, `rejects` must be graded as not repaired. A task with several faults has no attempts of its own.
 */
export const qualifyAttempts = async (open: OpenHost, uri: string, seed: string): Promise<AttemptFindings> => {
  const incident = await open.incidents.get(open.catalogue.taskOf(uri), seed);
  const { faults, baseline } = incident;
  const [fault, ...others] = faults;
  if (fault === undefined || others.length > 0) return { accepted: [], rejected: [], failures: [] };
  const { injector, params } = fault;
  const lasting = await lastingAttempts(incident);
  const accepts = injector.accepts(params, baseline);
  const rejects = injector.rejects(params, baseline);
  const failures: string[] = [];
  for (const [isRepair, own, ofAnyFault] of [[true, accepts, lasting.accepts] as const, [false, rejects, lasting.rejects] as const]) {
    for (const attempt of [...own, ...ofAnyFault]) {
      const complaint = await judgeAttempt(open, { uri, seed }, attempt, isRepair);
      if (complaint !== undefined) failures.push(`"${attempt.name}" ${complaint}`);
    }
  }
  return { accepted: accepts.map(({ name }) => name), rejected: rejects.map(({ name }) => name), failures };
};

/** Returns how the episode differs from what the fault says of the attempt; undefined: it does not. */
const judgeAttempt = async (
  { host }: OpenHost,
  { uri, seed }: { readonly uri: string; readonly seed: string },
  { calls }: Attempt,
  isRepair: boolean,
): Promise<string | undefined> => {
  const submit = { name: "submit_mitigation", arguments: {} };
  // The attempts name no root cause: the success of a repair is that of a profile that asks for the repair alone.
  const command = { episodeId: "qualify-attempt", taskUri: uri, seed, limits: {}, views: [{ name: "budget" }], profile: "mitigation-only" };
  const { steps, components, ending } = await playEpisode(host, command, [...calls, submit]);
  const failed = steps.map(({ outcome }) => outcome.results[0]).find((result) => result?.status !== "OK");
  if (failed !== undefined) return `cannot be played: ${failed.content}`;
  const mitigation = components.find(({ name }) => name === "mitigation");
  if (mitigation?.value === undefined) return `is not judged: ${mitigation?.detail}`;
  if (isRepair && mitigation.value < 1) return `is refused: ${mitigation.detail}`;
  const damage = components.find(({ name }) => name === "collateral");
  if (isRepair && damage?.value !== 0) return `counts as damage: ${damage?.detail}`;
  if (isRepair && ending.success !== true) return "counts as no success";
  return !isRepair && mitigation.value === 1 ? "is taken for a repair" : undefined;
};
