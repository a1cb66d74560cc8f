import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Slot } from "#pool/backend.ts";
import type { Agent } from "#problems/agent.ts";
import { FARTHEST, type MeasuredFacts } from "#problems/difficulty/incident-facts.ts";
import { DONE } from "#problems/policy.ts";
import { textOf } from "../../host/play-agent.ts";
import { actionOf } from "../../host/play-episode.ts";
import { firstLook } from "../../loop/first-look.ts";
import { createIncident, type Incident } from "../../loop/incident.ts";
import { playStep } from "../../loop/play-step.ts";
import { repairsOf } from "../../loop/repairs-of.ts";
import { startEpisode } from "../../loop/start-episode.ts";
import type { OpenHost } from "../../open/open-host.ts";
import { answerOf } from "../answer-of.ts";
import { fixturesOf } from "../fixtures-of.ts";
import { readSights, type Sight, standsOut } from "./sights.ts";

/**
 * Measures a task with one fault by its incident in the published form of the application, with nothing around it, four minutes after the
 * fault: what stands out beside a calm world, and how the expert gets from there to the repair.
 */
export const measureTask = async (open: OpenHost, expert: Agent, uri: string): Promise<MeasuredFacts> => {
  const { backend, library } = open;
  const task = { ...open.catalogue.taskOf(`${uri}${uri.includes("?") ? "&" : "?"}variant=standard`), leadMs: LEAD_MS };
  const incident = await createIncident(task, SEED, { backend, noise: [], decoys: [], hasSurroundings: false });
  const { slot, injectedMs } = incident;
  const { app, scope, rights } = task;
  const fixtures = incident.faults.flatMap(({ injector }) => fixturesOf(injector, library.fixtures));
  const calm: Slot = await backend.lease({ app, scope, rights, seed: SEED, variant: "standard", fixtures });
  try {
    await calm.admin.clock.sleep(slot.admin.clock.nowMs() - calm.admin.clock.nowMs());
    const seen = standsOut(await readSights(slot, injectedMs), await readSights(calm, injectedMs));
    return { ...factsOf(seen, incident, open), ...(await playExpert(open, expert, incident)), isUndone: isUndone(incident) };
  } finally {
    for (const one of [slot, calm]) await backend.release(one);
  }
};

/** Time from the fault to the look, ms: alerts have fired by then. */
const LEAD_MS = 240_000;

/** Seed of the incidents that are measured, decimal. */
const SEED = "11";

const factsOf = (seen: readonly Sight[], { truth, place, faults }: Incident, { library }: OpenHost) => {
  const { componentOf = {} } = library.relationsOf(place.app);
  const resources = [...truth.flatMap(({ resource, alsoNamed = [] }) => [resource, ...alsoNamed]), ...faults.map(({ target }) => target)];
  const culprits = new Set(resources.flatMap((resource) => componentOf[resource] ?? []));
  const named = [...new Set(seen.flatMap(({ component }) => component ?? []))];
  const alarmed = [...new Set(seen.flatMap(({ through, component }) => (through === "alerts" ? (component ?? []) : [])))];
  const own = seen.filter(({ component }) => component !== undefined && culprits.has(component));
  const plain = own.filter(({ through }) => through === "kubectl");
  return {
    distance: distance(place.app, alarmed.length > 0 ? alarmed : named, culprits),
    symptomatic: named.length,
    telemetryShare: own.length === 0 ? 1 : Math.round(100 * (1 - plain.length / own.length)) / 100,
  };
};

/** Least number of calls between two sets of components, in either direction. */
const distance = (app: AppRecord, from: readonly string[], to: ReadonlySet<string>): number => {
  const neighbours = new Map<string, Set<string>>(app.components.map(({ name }) => [name, new Set()]));
  for (const { name, dnsCallers, registryCallers } of app.components)
    for (const caller of [...dnsCallers, ...registryCallers]) {
      neighbours.get(name)?.add(caller);
      neighbours.get(caller)?.add(name);
    }
  const seen = new Set(from);
  let edge = [...seen];
  for (let calls = 0; calls < FARTHEST; calls++) {
    if (edge.some((name) => to.has(name))) return calls;
    edge = edge.flatMap((name) => [...(neighbours.get(name) ?? [])]).filter((name) => !seen.has(name));
    for (const name of edge) seen.add(name);
  }
  return FARTHEST;
};

/** Plays the expert up to its last call, which is not graded. */
const playExpert = async ({ library, catalogue }: OpenHost, expert: Agent, incident: Incident) => {
  const { task, slot } = incident;
  const episode = startEpisode(
    { episodeId: "measure", taskUri: task.uri, seed: SEED, limits: { maxSteps: 500 }, views: [{ name: "text" }] },
    { incident, info: catalogue.infoOf(task), instruction: "", slot: slot.fork?.() ?? slot },
    library,
  );
  const text = textOf((await firstLook(episode, library)).observation);
  const moves = expert.play({ text, answer: answerOf(incident) }, createRng(SEED).stream(`policy/${expert.id}`));
  let [steps, read] = [1, text.length];
  for (let next = moves.next(); next.done !== true && next.value.call.name !== DONE.name; steps++) {
    const action = actionOf(next.value.call);
    const { results, ending } = await playStep(
      episode,
      { episodeId: episode.id, stepIndex: episode.stepIndex, actions: [action] },
      library,
    );
    if (ending !== undefined) break;
    const [{ status, content } = { status: "SKIPPED", content: "" }] = results;
    read += content.length;
    next = moves.next({ status, content });
  }
  return { steps, read };
};

/** True if one of the repairs of each fault is an attempt of those who know nothing. */
const isUndone = (incident: Incident): boolean => {
  const { faults, baseline } = incident;
  return repairsOf(incident).every((ways, i) => {
    const { injector, params } = faults[i] as (typeof faults)[number];
    const all = [...ways, ...injector.accepts(params, baseline).map(({ calls }) => calls)];
    return all.some((calls) => calls.every(isBlind));
  });
};

const isBlind = ({ name, arguments: given }: ToolCall): boolean =>
  name === "wait" || (name === "kubectl" && /^(rollout (undo|restart|status)|delete pods? |wait )/.test(`${given["command"]}`));
