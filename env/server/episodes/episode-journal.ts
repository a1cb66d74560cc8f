import type { Journal, JournalOptions, OpenedJournal } from "#pool/journal/journal.ts";
import { openJournal } from "#pool/journal/journal.ts";
import type { JournalRecord } from "#pool/journal/journal-line.ts";
import type { Ending } from "../../host/episode-protocol.ts";
import type { EpisodeEntry, EpisodeOrigin, RecordedKube, RecordedStep } from "./episode-entry.ts";

/** Journal of what must survive a crash of the server about each episode. */
export interface EpisodeJournal {
  /** Records a lease before its slot is touched, or while it waits for one; resolves when it is on disk. */
  lease(entry: EpisodeEntry, ttlMs: number): Promise<void>;
  started(entry: EpisodeEntry, stateDigest: string): Promise<void>;
  step(entry: EpisodeEntry, index: number, step: RecordedStep): Promise<void>;
  /** A record of requests to the episode's Kubernetes API. @param index number of the record */
  kube(entry: EpisodeEntry, index: number, record: RecordedKube): Promise<void>;
  end(entry: EpisodeEntry, finalized: boolean): Promise<void>;
  release(id: string, ending: Ending | undefined): Promise<void>;
  /** Records that a lease came to nothing, so that its id is unused again. */
  void(id: string): Promise<void>;
  /** Records that the server lives, so that a later one knows for how long there was none. */
  alive(): Promise<void>;
  /** Records for how long there was no server before this one, ms. */
  resume(downMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Record of a lease: the reset as accepted; `started` has its first digest, and steps follow. */
export interface LeaseRecord extends JournalRecord, EpisodeOrigin {
  readonly t: "lease";
  readonly ttlMs: number;
  readonly build: string;
  /** Steps that a copy had when it was made. */
  readonly steps: readonly RecordedStep[];
  /** Records of requests to its Kubernetes API; missing: none. */
  readonly kube?: readonly RecordedKube[];
}
export interface StartedRecord extends JournalRecord {
  readonly t: "started";
  /** Wall ms. */
  readonly atMs: number;
  readonly stateDigest: string;
}
export interface StepRecord extends JournalRecord {
  readonly t: "step";
  readonly atMs: number;
  readonly i: number;
  readonly step: RecordedStep;
}
export interface KubeRecord extends JournalRecord {
  readonly t: "kube";
  readonly i: number;
  readonly kube: RecordedKube;
}
export interface EndRecord extends JournalRecord {
  readonly t: "end";
  readonly ending: Ending;
  /** True: ended by grading without a step. */
  readonly finalized: boolean;
}
export interface ReleaseRecord extends JournalRecord {
  readonly t: "release";
  readonly atMs: number;
  readonly ending?: Ending;
}

/** End of a time without a server, or a sign that one lives. */
export interface ServerRecord extends JournalRecord {
  readonly t: "resume" | "alive";
  readonly id: typeof SERVER_ID;
  readonly atMs: number;
  /** Time without a server, ms; missing in a sign of life. */
  readonly downMs?: number;
}

/** Id of the records about the server itself, which no episode has. */
export const SERVER_ID = "~";

/** Opens the journal of a directory. */
export const openEpisodeJournal = (
  options: JournalOptions & { readonly build: string; readonly nowMs: () => number },
): Omit<OpenedJournal, "journal"> & { readonly journal: EpisodeJournal } => {
  const { journal, ...content } = openJournal(options);
  return { journal: createEpisodeJournal(journal, options.build, options.nowMs), ...content };
};

/** A journal that stores nothing, for servers without a state directory. */
export const NO_JOURNAL: EpisodeJournal = {
  lease: async () => undefined,
  started: async () => undefined,
  step: async () => undefined,
  kube: async () => undefined,
  end: async () => undefined,
  release: async () => undefined,
  void: async () => undefined,
  alive: async () => undefined,
  resume: async () => undefined,
  close: async () => undefined,
};

const createEpisodeJournal = (journal: Journal, build: string, nowMs: () => number): EpisodeJournal => ({
  lease: (entry, ttlMs) => {
    const record: LeaseRecord = {
      t: "lease",
      id: entry.id,
      command: entry.command,
      bodyText: entry.bodyText,
      client: entry.client,
      ...(entry.groupId === undefined ? {} : { groupId: entry.groupId }),
      labels: entry.labels,
      ...(entry.closeTokenDigest === undefined ? {} : { closeTokenDigest: entry.closeTokenDigest }),
      backend: entry.backend,
      createdAtMs: entry.createdAtMs,
      ...(entry.queue === undefined ? {} : { queue: entry.queue }),
      ttlMs,
      build,
      reseeds: entry.reseeds,
      steps: entry.steps,
      ...(entry.kube.length > 0 && { kube: entry.kube }),
    };
    return journal.append(record, "durable");
  },
  started: (entry, stateDigest) =>
    journal.append({ t: "started", id: entry.id, stateDigest, atMs: nowMs() } satisfies StartedRecord, "written"),
  step: (entry, i, step) => journal.append({ t: "step", id: entry.id, i, step, atMs: nowMs() } satisfies StepRecord, "written"),
  kube: (entry, i, kube) => journal.append({ t: "kube", id: entry.id, i, kube } satisfies KubeRecord, "written"),
  end: async (entry, finalized) => {
    if (entry.ending !== undefined)
      await journal.append({ t: "end", id: entry.id, ending: entry.ending, finalized } satisfies EndRecord, "written");
  },
  release: (id, ending) =>
    journal.append({ t: "release", id, atMs: nowMs(), ...(ending === undefined ? {} : { ending }) } satisfies ReleaseRecord, "durable"),
  void: (id) => journal.append({ t: "void", id }, "written"),
  alive: () => journal.append({ t: "alive", id: SERVER_ID, atMs: nowMs() } satisfies ServerRecord, "written"),
  resume: (downMs) => journal.append({ t: "resume", id: SERVER_ID, atMs: nowMs(), downMs } satisfies ServerRecord, "written"),
  close: () => journal.close(),
});
