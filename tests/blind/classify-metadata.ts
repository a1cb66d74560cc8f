import { areaUnderCurve, type Classifier, trainBoosting } from "./gradient-boosting.ts";
import type { MetadataFeatures, MetadataRow } from "./metadata-features.ts";
import { isChangedLately } from "./metadata-rules.ts";

/** Metadata of the objects of one incident. */
export interface LabelledIncident {
  /** URI of the task: incidents of one task are never in training and test at once. */
  readonly task: string;
  readonly family: string;
  readonly rows: readonly MetadataRow[];
  /** Objects that the fault can be in, `service/geo`. */
  readonly targets: ReadonlySet<string>;
}

/**
 * Rows that the culprits can be taken for: of their kinds, and such that the fault can be in them.
 *
 * Which kinds are broken more often, and that nobody breaks a Service without callers, is no secret of the metadata.
 */
const rivals = ({ rows, targets }: LabelledIncident): readonly MetadataRow[] => {
  const kinds = new Set(rows.filter(({ isCulprit }) => isCulprit).map(({ kind }) => kind));
  const peers = rows.filter(({ kind }) => kinds.has(kind));
  const likely = peers.filter(({ resource, isCulprit }) => isCulprit || targets.has(resource));
  // The target of some faults is not the object that is broken: a policy's is the workload that it shuts off.
  return likely.some(({ isCulprit }) => !isCulprit) ? likely : peers;
};

/** Rivals among those whose pods somebody has changed of late: nothing else can be taken for what has a fault's events. */
const changedRivals = (incident: LabelledIncident): readonly MetadataRow[] => rivals(incident).filter(isChangedLately);

/** Scores of a classifier that names the culprit. */
export interface Findings {
  readonly family: string;
  readonly incidents: number;
  /** Area under the ROC curve over all objects of all incidents, over all families by their ranks within kinds; 0.5 is chance. */
  readonly auc: number;
  /** Share of incidents in which the best-scored object is a culprit, and that of a guess at random. */
  readonly top1: number;
  readonly chance: number;
}

/**
 * Trains gradient-boosted trees on the metadata of incidents and tests them on incidents of other tasks.
 *
 * Pods, restarts and warnings are the symptom of many families: those are judged without these features. Events of a roll-out or a
 * scaling are no family's symptom, but of one that scales.
 * Incidents in which every object of the kind is a culprit, as with a taint on all nodes, leave nothing to choose and are left out.
 * @param among `changed`: by events of roll-outs and scalings, too, among the workloads that have some
 * @returns findings over all families first, by ranks within kinds, then by family
 */
export const classifyMetadata = (incidents: readonly LabelledIncident[], among: "all" | "changed" = "all"): readonly Findings[] => {
  const contested = incidents
    .map((incident) => ({ ...incident, rows: among === "all" ? rivals(incident) : changedRivals(incident) }))
    .filter(({ rows }) => rows.some(({ isCulprit }) => isCulprit) && rows.some(({ isCulprit }) => !isCulprit));
  const left = (isFull: boolean) => new Set([...(isFull ? [] : SYMPTOMS), ...(among === "all" ? CHANGES : [])]);
  const folds = foldsOf(contested);
  const scored = folds.flatMap((test, i) => {
    const train = folds.filter((_, other) => other !== i).flat();
    const classifiers = new Map([true, false].map((isFull) => [isFull, trainOn(train, left(isFull))]));
    return test.map((incident) => {
      const isFull = !SYMPTOMATIC.has(incident.family);
      const classify = classifiers.get(isFull) as Classifier;
      return { ...incident, scores: vectorsOf(incident, left(isFull)).map(classify) };
    });
  });
  const families = [...new Set(contested.map(({ family }) => family))].sort();
  return ["all", ...families].map((family) =>
    findingsOf(
      family,
      scored.filter((incident) => family === "all" || incident.family === family),
    ),
  );
};

/** Families in which pods fail, wait or are made anew, which restarts, ages of pods and events tell. */
const SYMPTOMATIC: ReadonlySet<string> = new Set([
  "affinity",
  "claim",
  "command",
  "configmap",
  "cordon",
  "environment",
  "host-port",
  "image",
  "init-container",
  "job",
  "kubelet",
  "lifecycle-hook",
  "memory",
  "node-selector",
  "operator-replicas",
  "pod-dns",
  "pod-security",
  "port-conflict",
  "priority",
  "probe",
  "provisioner",
  "quota",
  "replicas",
  "resource-request",
  "secret",
  "service-account",
  "store-address",
  "store-auth",
  "store-connections",
  "taint",
  "webhook",
  "update-strategy",
  "volume-access",
]);

const SYMPTOMS: ReadonlySet<keyof MetadataFeatures> = new Set(["youngestPodS", "restarts", "lastEventS", "warnings", "lastWarningS"]);

/** Features of events that every change of a workload brings about. */
const CHANGES: ReadonlySet<keyof MetadataFeatures> = new Set(["changeEvents", "lastChangeEventS"]);

const FOLDS = 5;

const foldsOf = (incidents: readonly LabelledIncident[]): readonly (readonly LabelledIncident[])[] => {
  const tasks = [...new Set(incidents.map(({ task }) => task))].sort();
  return Array.from({ length: FOLDS }, (_, fold) => incidents.filter(({ task }) => tasks.indexOf(task) % FOLDS === fold));
};

type Features = ReadonlySet<keyof MetadataFeatures>;

const trainOn = (incidents: readonly LabelledIncident[], left: Features): Classifier =>
  trainBoosting(
    incidents.flatMap((incident) => vectorsOf(incident, left)),
    incidents.flatMap(({ rows }) => rows.map(({ isCulprit }) => (isCulprit ? 1 : 0))),
  );

/** Each feature as it is, and its rank among the objects of one kind in the incident, and the kind. */
const vectorsOf = ({ rows }: LabelledIncident, left: Features): readonly (readonly number[])[] => {
  const names = Object.keys(rows[0]?.features ?? {}) as (keyof MetadataFeatures)[];
  const used = names.filter((name) => !left.has(name));
  return rows.map((row) => {
    const peers = rows.filter(({ kind }) => kind === row.kind);
    const ranks = used.map((name) => peers.filter(({ features }) => features[name] > row.features[name]).length / peers.length);
    return [KINDS.indexOf(row.kind), ...used.map((name) => row.features[name]), ...ranks];
  });
};

const KINDS: readonly string[] = [
  "Deployment",
  "StatefulSet",
  "Service",
  "ConfigMap",
  "Secret",
  "NetworkPolicy",
  "PodDisruptionBudget",
  "CronJob",
  "Node",
];

const findingsOf = (family: string, incidents: readonly ScoredIncident[]): Findings => {
  const judged = incidents.map(({ rows, scores }) => {
    const most = Math.max(...scores);
    const guessed = rows.filter((_, i) => scores[i] === most);
    const culprits = rows.filter(({ isCulprit }) => isCulprit).length;
    return { hit: guessed.filter(({ isCulprit }) => isCulprit).length / guessed.length, chance: culprits / rows.length };
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    family,
    incidents: incidents.length,
    auc: areaUnderCurve(
      incidents.flatMap((incident) => (family === "all" ? ranksWithinKind(incident) : incident.scores)),
      incidents.flatMap(({ rows }) => rows.map(({ isCulprit }) => (isCulprit ? 1 : 0))),
    ),
    top1: mean(judged.map(({ hit }) => hit)),
    chance: mean(judged.map(({ chance }) => chance)),
  };
};

type ScoredIncident = LabelledIncident & { readonly scores: readonly number[] };

/** Share of the rivals of its own kind that each object outscores, ties half: kinds differ in how many of their objects are culprits. */
const ranksWithinKind = ({ rows, scores }: ScoredIncident): readonly number[] =>
  rows.map(({ kind }, i) => {
    const peers = scores.filter((_, other) => rows[other]?.kind === kind);
    const own = scores[i] as number;
    return peers.reduce((sum, score) => sum + (score < own ? 1 : score === own ? 0.5 : 0), 0) / peers.length;
  });
