import { type Catalogue, createCatalogue } from "#env/catalogue/catalogue.ts";
import type { Library } from "#env/catalogue/library.ts";
import type { LoadedApp } from "#env/catalogue/load-apps.ts";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import type { RewardOutcome } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { expertCalls, type Incident } from "#env/loop/incident.ts";
import { createIncidentCache } from "#env/loop/incident-cache.ts";
import type { Backend } from "#pool/backend.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";

/** The expert in the slots of a pool. */
export interface PoolExpert {
  readonly catalogue: Catalogue;
  /** Plays a whole episode. @param task fault and parameters of the task, as `kubedrill://<app>/…` goes on */
  play(task: string): Promise<PlayedTask>;
  /**
   * Lets the expert repair, and closes the episode as soon as every condition holds: nobody waits for a grade.
   *
   * @param uri of the task
   * @param repaired called before the slot is given back
   */
  repair(uri: string, repaired: (incident: Incident) => Promise<void>): Promise<void>;
  /** Resolves when the slots of all episodes are given back. */
  idle(): Promise<void>;
}

/** Outcome of an episode, with the incident that it was about. */
export interface PlayedTask extends RewardOutcome {
  readonly incident: Incident;
}

/**
 * Opens a host on a pool whose slots are there, for the expert to play in.
 *
 * @param hasSurroundings false: nobody but the fault and the expert works on a slot
 */
export const openPoolExpert = async (
  backend: Backend,
  library: Library,
  apps: readonly LoadedApp[],
  { hasSurroundings = true }: { readonly hasSurroundings?: boolean } = {},
): Promise<PoolExpert> => {
  const made = new Map<string, Incident>();
  const catalogue = await createCatalogue(library, apps, backend);
  const cache = createIncidentCache(
    { backend, noise: library.noise, decoys: library.decoys, hasSurroundings },
    { room: createMemoryRoom(1) },
  );
  const get: typeof cache.get = async (task, seed) => {
    const incident = await cache.get(task, seed);
    made.set(task.uri, incident);
    return incident;
  };
  const host = createEpisodeHost({ library, catalogue, incidents: { ...cache, get } });
  return {
    catalogue,
    idle: cache.idle,
    repair: async (uri, repaired) => {
      const episodeId = uri.replaceAll(/[^a-z0-9]+/g, "-");
      const taskUri = catalogue.resolve(uri).uri;
      await host.reset({ episodeId, taskUri, seed: "7", limits: {}, views: [] });
      const incident = made.get(taskUri) as Incident;
      const repairs = expertCalls(incident).filter(({ name }) => !name.startsWith("submit_"));
      for (const [stepIndex, call] of repairs.entries()) await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
      await repaired(incident);
      await host.close({ episodeId });
    },
    play: async (task) => {
      const episodeId = task.replaceAll(/[^a-z0-9]+/g, "-");
      const taskUri = catalogue.resolve(`kubedrill://${apps[0]?.record.name}/${task}`).uri;
      const startMs = Date.now();
      await host.reset({ episodeId, taskUri, seed: "7", limits: {}, views: [] });
      const resetMs = Date.now() - startMs;
      const incident = made.get(taskUri) as Incident;
      for (const [stepIndex, call] of expertCalls(incident).entries()) await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
      const outcome = await host.reward({ episodeId, finalize: true, explain: false });
      const playedMs = Date.now() - startMs - resetMs;
      await host.close({ episodeId });
      console.log(JSON.stringify({ task, slot: incident.slot.id, resetMs, playedMs, reward: outcome.report.reward }));
      return { ...outcome, incident };
    },
  };
};
