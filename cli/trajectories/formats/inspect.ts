import { digestText, shortDigest } from "#core/digest.ts";
import type { Trajectory } from "../trajectory.ts";
import type { DatasetFormat, RunFacts } from "./format.ts";
import { modelOf, scoresOf, toInspectSample } from "./inspect-sample.ts";

/**
 * A log of Inspect AI with a sample for each episode, which `inspect view` opens.
 * @see https://inspect.aisi.org.uk/eval-logs.html
 */
export const inspect: DatasetFormat = {
  name: "inspect",
  title: "all episodes as a log of Inspect AI, which `inspect view` opens",
  spoils: ["target", "scores[].explanation", "metadata.task_uri"],
  keepsAll: true,
  document: { list: "samples", head: (episodes, run) => toHead([...summarize(episodes)], run) },
  rows: (group, run) => group.map((trajectory) => toInspectSample(trajectory, run)),
};

/** Version of the log's schema. */
const LOG_VERSION = 2;
/** Time that stands for none, since equal datasets give equal bytes. */
const NO_TIME = "1970-01-01T00:00:00+00:00";

/** Parts of an episode that the head needs. */
interface Summary {
  readonly id: string;
  readonly model: string;
  readonly server: string;
  /** Empty: an invalid sample. */
  readonly scores: Readonly<Record<string, number>>;
}

function* summarize(episodes: Iterable<Trajectory>): Generator<Summary> {
  for (const trajectory of episodes)
    yield {
      id: trajectory.trajectory_id,
      model: modelOf(trajectory),
      server: trajectory.provenance.server_version,
      scores: scoresOf(trajectory),
    };
}

const toHead = (episodes: readonly Summary[], { name, command, measured }: RunFacts): Readonly<Record<string, unknown>> => {
  const times = [...measured.values()].map(({ began_at }) => began_at).sort();
  const models = [...new Set(episodes.map(({ model }) => model))];
  const [first = { server: "" }] = episodes;
  return {
    version: LOG_VERSION,
    status: "success",
    eval: {
      created: times[0] ?? NO_TIME,
      task: name,
      task_id: shortDigest(digestText(command)),
      run_id: shortDigest(digestText(episodes.map(({ id }) => id).join(" "))),
      dataset: { name, samples: episodes.length, sample_ids: episodes.map(({ id }) => id), shuffled: false },
      model: models.length === 1 ? models[0] : models.join(","),
      config: { epochs: 1 },
      packages: { kubedrill: first.server },
      metadata: { command },
    },
    plan: { name: "kubedrill", steps: [], config: {} },
    results: {
      total_samples: episodes.length,
      completed_samples: episodes.filter(isScored).length,
      scores: [...new Set(episodes.flatMap(({ scores }) => Object.keys(scores)))].map((score) => toScore(score, episodes)),
    },
    stats: { started_at: times[0] ?? NO_TIME, completed_at: times.at(-1) ?? NO_TIME, model_usage: {} },
  };
};

const isScored = ({ scores }: Summary): boolean => Object.keys(scores).length > 0;

const toScore = (name: string, episodes: readonly Summary[]) => {
  const values = episodes.flatMap(({ scores }) => scores[name] ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const metrics = { mean, stderr: Math.sqrt(variance / values.length) };
  return {
    name,
    scorer: "kubedrill",
    scored_samples: values.length,
    unscored_samples: episodes.length - values.length,
    metrics: Object.fromEntries(Object.entries(metrics).map(([metric, value]) => [metric, { name: metric, value }])),
  };
};
