/** Messages between the pages and whoever serves them: JSON over GET. A key names an episode and holds no path. */
import type { AgentRequest, Moment, RecordedStep } from "./episode/recorded.ts";

/** A folder, or one of those in it, that holds episodes: `api/index`. */
export interface Run {
  /** Place among the runs; the first part of the keys of its episodes. */
  readonly index: number;
  /** Path as it was given, with what was found below it. */
  readonly name: string;
  readonly kind: "dataset" | "evaluation" | "server";
  /** Command line that wrote it, or the suite. Absent: nothing says. */
  readonly made?: string;
  /** Lines that hold no episode, each with its place and what is wrong. */
  readonly damaged: readonly string[];
}

/** Facts of an episode that the matrix needs. */
export interface EpisodeRow {
  readonly key: string;
  readonly run: number;
  /** Absent: a report tells of it, and nothing else is kept. */
  readonly id?: string;
  readonly group?: string;
  readonly task: string;
  readonly app: string;
  /** Fault ids, sorted as in the task; empty where nothing is wrong. */
  readonly faults: readonly string[];
  readonly layers: readonly string[];
  /** 1 to 5. Absent: not known. */
  readonly difficulty?: number;
  readonly split: string;
  /** Decimal digits. */
  readonly seed: string;
  /** Policy, with the model that played. */
  readonly policy: string;
  /** Absent: no valid score exists. */
  readonly return?: number;
  readonly success?: boolean;
  readonly end: string;
  readonly steps: number;
  /** Virtual time from start to end, grading included, minutes. */
  readonly minutes: number;
  /** Contributions to the return by component. */
  readonly parts: Readonly<Record<string, number>>;
}

export interface Index {
  readonly runs: readonly Run[];
  readonly episodes: readonly EpisodeRow[];
  /** False: episodes are not played again here, and the pages show what their records hold. */
  readonly replays: boolean;
  /** True: a server answers, which tells of its episodes as they go. */
  readonly isLive?: boolean;
}

/** Commands about an episode at a moment, to be copied: `api/episodes/<key>/commands/<moment>`. */
export interface EpisodeCommands {
  readonly [title: string]: string;
}

/** A span in which an alert was pending or firing, minutes since the start. */
export interface AlertSpan {
  readonly name: string;
  /** Component that its labels name; empty: none. */
  readonly about: string;
  readonly state: "pending" | "firing";
  readonly from: number;
  readonly to: number;
}

/** A measured quantity over time. */
export interface SignalTrack {
  readonly name: string;
  /** More is too much. Absent: it has none. */
  readonly limit?: number;
  /** Minutes since the start, and the value. */
  readonly points: readonly (readonly [number, number])[];
}

/** Tracks of an episode that its record need not hold: `api/episodes/<key>/replay`. */
export interface Tracks {
  readonly source: "recorded" | "replayed";
  readonly alerts: readonly AlertSpan[];
  readonly signals: readonly SignalTrack[];
  /** Ready and wanted replicas of the application, all workloads together. Absent: not recorded. */
  readonly replicas?: { readonly ready: SignalTrack; readonly wanted: SignalTrack };
  /** Objects that changed in each moment, 0 being the start. Absent: not recorded. */
  readonly changes?: readonly (readonly ObjectChange[])[];
  /** First step after which the replay was in another state than the record, 0 being the start. Absent: none. */
  readonly differsFrom?: number;
  /** False: another build recorded it, whose episodes this one need not repeat. */
  readonly sameBuild: boolean;
}

/** A change of an object between two steps. */
export interface ObjectChange {
  /** Kind, namespace and name. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly what: "created" | "changed" | "deleted";
  /** True: more than its status changed. */
  readonly inSpec: boolean;
  /** True: another object owns it, such as a Deployment its ReplicaSet. */
  readonly isOwned: boolean;
}

/** An object before and after a change, as YAML: `api/episodes/<key>/changes/<moment>/<number>`. Absent: it was not there. */
export interface ChangedObject {
  readonly before?: string;
  readonly after?: string;
}

/** Progress of a replay: what `replay` answers until it is done. */
export interface ReplayProgress {
  /** Replays that come first. */
  readonly waiting: number;
  readonly step: number;
  readonly steps: number;
}

/** A fault of the catalogue, with what it does and its tasks: `api/tasks`. */
export interface FaultRow {
  /** Fault id, or `healthy`. */
  readonly id: string;
  readonly title: string;
  readonly layer: string;
  /** Symptoms that an agent can see; empty: nothing is said. */
  readonly symptoms: readonly string[];
  readonly tasks: number;
  /** Number of tasks by difficulty, 1 to 5. */
  readonly difficulties: readonly number[];
  readonly apps: readonly string[];
}

/** Present state of a server: `api/live`. */
export interface LiveServer {
  readonly backend: string;
  readonly build: string;
  readonly slots: { readonly all: number; readonly free: number; readonly waiting: number; readonly waitingMax: number };
  /** Number of open episodes by state. */
  readonly episodes: { readonly queued: number; readonly running: number; readonly ended: number };
  /** Open episodes, the latest first; a bounded number of them. */
  readonly rows: readonly LiveRow[];
  /** Ends of episodes by the minute, the present one last; sums of those with a valid score. */
  readonly minutes: readonly { readonly ended: number; readonly scored: number; readonly succeeded: number; readonly returns: number }[];
}

/** An open episode in short. */
export interface LiveRow {
  readonly id: string;
  /** STARTING: it has a slot, in which its incident comes about. */
  readonly state: "QUEUED" | "STARTING" | "RUNNING" | "ENDED";
  readonly task: string;
  readonly seed: string;
  readonly client: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly steps: number;
  /** Sum of rewards so far. Absent: none yet, or no valid score exists. */
  readonly returnSoFar?: number;
  readonly virtualMs: number;
  readonly ageMs: number;
  /** Time since the last call, ms. */
  readonly idleMs: number;
  readonly ending?: { readonly endReason: string; readonly success?: boolean };
}

/** Course of an open episode: `api/live/<id>`. Steps that a server no longer has the results of have none. */
export interface LiveCourse {
  readonly row: LiveRow;
  readonly instruction: string;
  readonly initial: Moment;
  readonly steps: readonly RecordedStep[];
  readonly requests: readonly AgentRequest[];
}

/** An answer that says why there is none. */
export interface Refusal {
  readonly error: string;
}
