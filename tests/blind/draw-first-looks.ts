import { DrillError } from "#core/drill-error.ts";
import { createRng } from "#core/rng.ts";
import { drawIncident } from "#env/loop/draw-incident.ts";
import type { Incident } from "#env/loop/incident.ts";
import type { OpenHost } from "#env/open/open-host.ts";

/** First observation of an episode, with what is behind it. */
export interface FirstLookSample {
  readonly task: string;
  /** Incident that it is of: several episodes can have one. */
  readonly incident: string;
  readonly isHealthy: boolean;
  readonly app: string;
  /** The text that an agent gets at the start: the report, and the alerts. */
  readonly text: string;
  /** Names of the app's components. */
  readonly components: readonly string[];
  /** Those of them that a fault is in, or whose Service or ConfigMap it is in. */
  readonly culprits: ReadonlySet<string>;
}

/** Number and seed of the first observations to draw. */
export interface FirstLooksRequest {
  /** Number of episodes in which nothing is wrong, and in which something is. */
  readonly healthy: number;
  readonly faulty: number;
  readonly seed: number;
}

/** Resets episodes as a server draws them, faulty and healthy ones, and yields what an agent of each sees before its first action. */
export async function* drawFirstLooks(
  { catalogue, host, incidents }: Pick<OpenHost, "catalogue" | "host" | "incidents">,
  { healthy, faulty, seed }: FirstLooksRequest,
): AsyncGenerator<FirstLookSample> {
  const splits = ["train", "eval", "holdout"];
  const draw = (tags: object, n: number) =>
    catalogue.sample({ filter: { splits, ...tags }, kind: "BALANCED", seed: `${seed}`, n, repeats: 1, weights: {} }).draws;
  const draws = [...draw({ tagsAll: ["healthy"] }, healthy), ...draw({ tagsNone: ["healthy"] }, faulty)];
  // In turns, so that a stopped run has seen both.
  const shuffled = createRng(`${seed}`).shuffle(draws);
  for (const [i, { taskUri, seed: episodeSeed }] of shuffled.entries()) {
    const episodeId = `look-${i}`;
    const command = { episodeId, taskUri, seed: episodeSeed, limits: {}, views: [{ name: "text" }] };
    const reset = await host.reset(command).catch(isNotTaken);
    if (reset === undefined) continue;
    const incident = await incidents.get(catalogue.taskOf(taskUri), episodeSeed);
    yield {
      task: taskUri,
      incident: drawIncident(catalogue.taskOf(taskUri), episodeSeed).seed,
      isHealthy: incident.truth.length === 0,
      app: incident.place.app.name,
      text: reset.observation.views[0]?.body ?? "",
      components: incident.place.app.components.map(({ name }) => name),
      culprits: culpritsOf(incident),
    };
    await host.close({ episodeId });
  }
}

/** A reset whose fault does not take is refused. */
const isNotTaken = (cause: unknown): undefined => {
  if (cause instanceof DrillError && cause.code === "INJECTION_FAILED") return undefined;
  throw cause;
};

const culpritsOf = ({ truth, place, faults }: Incident): ReadonlySet<string> => {
  const named = [...truth.map(({ resource }) => resource), ...faults.map(({ target }) => target)].map((ref) =>
    ref.slice(ref.lastIndexOf("/") + 1),
  );
  const owners = place.app.components.filter(
    ({ name, configMaps }) => named.includes(name) || configMaps.some((configMap) => named.includes(configMap.name)),
  );
  return new Set(owners.map(({ name }) => name));
};
