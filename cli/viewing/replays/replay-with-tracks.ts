import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import type { SignalTrack, Tracks } from "#viewer/protocol.ts";
import type { Engine } from "../../engine/engine.ts";
import { replayTrajectory } from "../../trajectories/replay-trajectory.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { alertSpans } from "./alert-spans.ts";
import { changesBetween, type PlacedChange } from "./changes-between.ts";
import { type ClusterReader, createReader, type Series, type Snapshot } from "./read-objects.ts";
import { readSignals } from "./read-signals.ts";

/** A replay with what was seen on the way. */
export interface WatchedReplay {
  readonly tracks: Tracks;
  /** Changes by moment; 0 is the start. */
  readonly changes: readonly (readonly PlacedChange[])[];
}

/** Plays a trajectory again, and looks after each step at the cluster, as its agent could have. @param onStep told the number of steps done */
export const replayWithTracks = async (engine: Engine, recorded: Trajectory, onStep: (steps: number) => void): Promise<WatchedReplay> => {
  const watch = createWatch(engine.host, recorded.steps.length, onStep);
  const options = { ...recorded.options, views: [...recorded.options.views.filter(({ name }) => name !== SIGNALS), { name: SIGNALS }] };
  const steps = recorded.steps.map(({ views: _, ...step }) => step);
  const replayed = await replayTrajectory({ ...engine, host: watch.host }, { ...recorded, options, steps });
  const differsFrom = firstDifference(recorded, replayed);
  const seen = watch.changes.slice(0, differsFrom);
  return {
    changes: seen,
    tracks: {
      source: "replayed",
      sameBuild: recorded.provenance.build_digest === engine.provenance.build_digest,
      // What a replay in another state shows is not of this episode.
      ...(differsFrom === undefined ? { signals: readSignals(replayed), ...watch.telemetry() } : { signals: [], alerts: [], differsFrom }),
      changes: seen.map((moment) => moment.map(({ change }) => change)),
    },
  };
};

const SIGNALS = "signals";

const createWatch = (host: EpisodeHost, steps: number, onStep: (steps: number) => void) => {
  const changes: (readonly PlacedChange[])[] = [];
  let reader: ClusterReader | undefined;
  let before: Snapshot | undefined;
  let startMs = 0;
  let telemetry: Pick<Tracks, "alerts" | "replicas"> = { alerts: [] };
  const look = async (moment: number): Promise<void> => {
    if (reader === undefined) return;
    const after = await reader.objects();
    changes.push(before === undefined ? [] : changesBetween(before, after));
    before = after;
    // The last look but one is the last before the grading, to which an episode that has ended lets nobody look.
    if (moment >= steps - 1) telemetry = await readTelemetry(reader, startMs);
  };
  const watched: EpisodeHost = {
    ...host,
    reset: async (command) => {
      const outcome = await host.reset(command);
      reader = createReader(host, command.episodeId);
      startMs = (await reader?.nowMs()) ?? 0;
      await look(0);
      onStep(0);
      return outcome;
    },
    step: async (command) => {
      const outcome = await host.step(command);
      if (outcome.ending === undefined) await look(command.stepIndex + 1);
      onStep(command.stepIndex + 1);
      return outcome;
    },
  };
  return { host: watched, changes, telemetry: () => telemetry };
};

const readTelemetry = async (reader: ClusterReader, startMs: number): Promise<Pick<Tracks, "alerts" | "replicas">> => {
  const span = { fromMs: startMs - BEFORE_MS, toMs: await reader.nowMs(), stepS: STEP_S };
  const sumOf = (names: string): string => `sum({__name__=~"${names}",namespace="${reader.namespace()}"})`;
  const alerts = await reader.range("ALERTS", span);
  const [ready] = await reader.range(sumOf("kube_deployment_status_replicas_ready|kube_statefulset_status_replicas_ready"), span);
  const [wanted] = await reader.range(sumOf("kube_deployment_spec_replicas|kube_statefulset_replicas"), span);
  return {
    alerts: alertSpans(alerts, startMs, STEP_S),
    ...(ready && wanted && { replicas: { ready: toTrack("ready", ready, startMs), wanted: toTrack("wanted", wanted, startMs) } }),
  };
};

/** Time before the start that is shown too, ms: what was usual, as a rule. */
const BEFORE_MS = 600_000;

/** Distance of scrapes, s. */
const STEP_S = 15;

const toTrack = (name: string, { values }: Series, startMs: number): SignalTrack => ({
  name,
  points: values.map(([atS, value]) => [Number(((atS - startMs / 1000) / 60).toFixed(3)), Number(value)] as const),
});

/** Number of steps after which the states differ first; undefined: never. */
const firstDifference = (recorded: Trajectory, replayed: Trajectory): number | undefined => {
  const statesOf = ({ initial, steps }: Trajectory): readonly string[] => [initial, ...steps].map(({ state_digest }) => state_digest);
  const is = statesOf(replayed);
  const at = statesOf(recorded).findIndex((digest, i) => is[i] !== digest);
  return at < 0 ? undefined : at;
};
