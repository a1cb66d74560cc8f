import { actionOf } from "#env/host/play-episode.ts";
import type { Episode } from "#env/loop/episode.ts";
import { createIncident, expertCalls, type Incident } from "#env/loop/incident.ts";
import { playStep } from "#env/loop/play-step.ts";
import { startEpisode } from "#env/loop/start-episode.ts";
import { undoFaults } from "#env/loop/undo-faults.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import { verifyBaseline } from "#pool/baseline/compare-baseline.ts";
import { restoreBaseline } from "#pool/baseline/restore-baseline.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { isLook } from "../is-look.ts";
import type { EpisodeAccount } from "./account.ts";
import { type EpisodeCase, taskUriOf } from "./cases.ts";
import { readFirstLook } from "./read-first-look.ts";
import { readSurroundings, type Sight } from "./read-surroundings.ts";
import { watchPods } from "./watch-pods.ts";

/** Parts to play episodes with, on any backend. */
export type CaseWorld = Pick<OpenHost, "backend" | "catalogue" | "library">;

/**
 * Plays the expert's episode of a case with observations throughout, and rolls the world back.
 *
 * @param tell called with explanations of the reward's components
 */
export const playCase = async (
  { backend, catalogue, library }: CaseWorld,
  one: EpisodeCase,
  tell: (text: string) => void = () => undefined,
): Promise<EpisodeAccount> => {
  const task = catalogue.taskOf(taskUriOf(one));
  const { watched, before } = watchLeases(backend);
  const incident = await createIncident(task, SEED, {
    backend: watched,
    noise: library.noise,
    decoys: library.decoys,
    hasSurroundings: false,
  });
  // What would happen without anybody's act is found out from the incident as it is now, so a fork is played where there are forks.
  const slot = incident.slot.fork?.() ?? incident.slot;
  try {
    const command = { episodeId: one.fault, taskUri: task.uri, seed: SEED, limits: {}, views: [{ name: "text" }] };
    const episode = startEpisode(command, { incident, info: catalogue.infoOf(task), instruction: "", slot }, library);
    const seen = await observe(slot, await before);
    const firstLook = await readFirstLook(episode, library);
    const played = await repair(episode, library, tell);
    const rollback = await rollBack(incident, slot);
    const lines = { ...seen, ...played.lines, rollback };
    return { ...one, lines: mapValues(lines, (texts) => [...texts].sort()), rewards: played.rewards, firstLook };
  } finally {
    if (incident.slot === slot) await recycleSlot(backend, slot, (cluster) => undoFaults(incident.faults, cluster, slot.baseline));
  }
};

const SEED = "7";

/** Time for which symptoms are observed, ms: alerts fire after a minute, and back-offs take longer. */
const WATCH_MS = 120_000;

/** Time for the world to react after each call, before the conditions are judged, ms. */
const REST_MS = 45_000;

/** Wraps a backend so that a slot is observed before anything is done to it. */
const watchLeases = (backend: Backend): { readonly watched: Backend; readonly before: Promise<Sight> } => {
  const { promise: before, resolve } = Promise.withResolvers<Sight>();
  const lease: Backend["lease"] = async (request) => {
    const slot = await backend.lease(request);
    resolve(await readSurroundings(surroundingsOf(slot)));
    return slot;
  };
  return { watched: { ...backend, lease }, before };
};

const surroundingsOf = ({ admin, baseline, namespace }: Slot) => ({ view: admin, app: baseline.app, namespace });

const observe = async (slot: Slot, before: Sight) => {
  const place = surroundingsOf(slot);
  const pods = await watchPods(place, slot.admin, WATCH_MS);
  const now = await readSurroundings(place);
  return {
    pods,
    events: eventsSince(before, now),
    endpoints: changed(before.endpoints, now.endpoints),
    answers: changed(before.answers, now.answers),
    operations: now.operations,
    alerts: now.alerts,
  };
};

/** Lists new lines, and subjects without any lines now. */
const changed = (before: readonly string[], now: readonly string[]): readonly string[] => {
  const subjects = new Set(now.map(subjectOf));
  const gone = before.filter((line) => !subjects.has(subjectOf(line))).map((line) => `${subjectOf(line)} gone`);
  return [...now.filter((line) => !before.includes(line)), ...gone];
};

const subjectOf = (line: string): string => line.split(/:? /)[0] ?? line;

const eventsSince = (before: Sight, now: Sight): readonly string[] => {
  const counted = [...now.events].filter(([uid, { count }]) => count > (before.events.get(uid)?.count ?? 0));
  return [...new Set(counted.map(([, { line }]) => line))];
};

/** Makes those of the expert's calls that change something one by one, with time to react after each, and records the violated conditions. */
const repair = async (episode: Episode, library: CaseWorld["library"], tell: (text: string) => void) => {
  const { incident, slot } = episode;
  const conditions = violated("at the start", incident.checksAtStart);
  const actions: string[] = [];
  conditions.push(...violated("before the repair", await episode.judge.judge()));
  for (const [stepIndex, call] of expertCalls(incident)
    .filter((call) => !isLook(call))
    .entries()) {
    const outcome = await playStep(episode, { episodeId: episode.id, stepIndex, actions: [actionOf(call)] }, library);
    actions.push(...outcome.results.map(({ status }) => `${stepIndex}. ${call.name}: ${status}`));
    if (outcome.ending !== undefined) break;
    if (call.name.startsWith("submit_")) continue;
    await slot.admin.clock.sleep(REST_MS);
    conditions.push(...violated(`after call ${stepIndex}`, await episode.judge.judge()));
  }
  conditions.push(...violated("at the end", await incident.judge.over(slot.admin).judge()));
  const { components } = episode.ledger.total();
  tell(components.map(({ name, value, status, detail = "" }) => `${name} ${value?.toFixed(2) ?? status} ${detail}`).join("; "));
  const rewards = Object.fromEntries(components.map(({ name, value, status }) => [name, value ?? status]));
  return { lines: { conditions, actions: [...actions, `end: ${episode.ending?.endReason}`] }, rewards };
};

const violated = (moment: string, checks: Incident["checksAtStart"]): string[] =>
  checks.filter(({ held }) => !held).map(({ name }) => `${moment}: ${name}`);

const rollBack = async ({ faults }: Incident, { admin, baseline }: Slot): Promise<readonly string[]> => {
  await undoFaults(faults, admin, baseline);
  const { deleted, recreated, restored } = await restoreBaseline(admin, baseline);
  const { equal } = await verifyBaseline(admin, baseline);
  return [
    ...deleted.map((name) => `deleted ${name}`),
    ...recreated.map((name) => `made again ${name}`),
    ...restored.map((name) => `put back ${name}`),
    equal ? "the digest is the baseline's" : "the digest is not the baseline's",
  ];
};

const mapValues = <K extends string, A, B>(record: Readonly<Record<K, A>>, map: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value as A)])) as Record<K, B>;
