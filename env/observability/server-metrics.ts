import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ThreadMemory } from "../host/thread-memory.ts";

/** Metrics of a server in Prometheus' text format; the only place that uses the library. */
export interface ServerMetrics {
  /** Counts a step. @param tool its tool, `text`, or `several` */
  step(tool: string, seconds: number): void;
  /** Counts a reset that was answered with a start. */
  reset(mode: string, seconds: number): void;
  /** Counts an episode that ended. @param isLost true: by a failure of ours, so that whoever played it has lost it */
  end(reason: string, isLost: boolean): void;
  /** Counts the score of an episode that ended with a valid one. */
  score(score: { readonly return: number; readonly success: boolean }): void;
  /** Counts an ENV_ERROR. @param tool what was done when it came; `none` if nothing was */
  envError(tool: string): void;
  journalError(): void;
  threadLost(): void;
  readonly contentType: string;
  render(): Promise<string>;
}

/** Figures that are read when somebody asks. */
export interface ServerFigures {
  episodes(): Readonly<Record<"queued" | "running" | "ended", number>>;
  readonly slots: { readonly slots: number; readonly depthMax: number; free(): number; depth(): number };
  leases(): number;
  journalBytes(): number;
  isJournalWritable(): boolean;
  readonly threads: number;
  /** Resident memory that the process may reach with what it keeps, bytes. */
  readonly memoryBytesMax: number;
  /** Memory of its threads by name. */
  memories(): Promise<ReadonlyMap<string, ThreadMemory>>;
}

/** Creates the metrics of one server; each server has its own registry. */
export const createServerMetrics = (figures: ServerFigures): ServerMetrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, read }] of Object.entries(GAUGES)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read(figures)) });
  }
  const readMemory = registerMemory(registry, figures);
  const byState = new Gauge({
    name: "kubedrill_episodes",
    help: "Episodes by state; ended ones are not closed yet.",
    labelNames: ["state"],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(figures.episodes())) byState.set({ state }, count);
    },
  });
  const counter = (name: string, help: string, labelNames: string[] = []) => new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = (name: string, help: string, label: string) =>
    new Histogram({ name, help, labelNames: [label], buckets: SECONDS, registers: [registry] });
  const steps = histogram("kubedrill_step_duration_seconds", "Time from a step's arrival to its reply, by tool.", "tool");
  const resets = histogram("kubedrill_reset_duration_seconds", "Time from a reset's arrival to its reply, by admission mode.", "mode");
  const ends = counter("kubedrill_episodes_ended_total", "Episodes that ended, by reason.", ["reason"]);
  const lost = counter(
    "kubedrill_episodes_lost_total",
    "Episodes that a failure of the server or a cluster ended, by reason; those that their clients left are none.",
    ["reason"],
  );
  const returns = new Histogram({
    name: "kubedrill_episode_return",
    help: "Returns of episodes that ended with a valid score.",
    buckets: RETURNS,
    registers: [registry],
  });
  const succeeded = counter("kubedrill_episodes_succeeded_total", "Episodes that ended with success.");
  const envErrors = counter("kubedrill_env_errors_total", "Episodes that ended ENV_ERROR, by the tool of the last action.", ["tool"]);
  const journalErrors = counter("kubedrill_journal_write_errors_total", "Records that could not be written to the journal.");
  const threadsLost = counter("kubedrill_threads_lost_total", "Threads that died or were silent for too long.");
  return {
    step: (tool, seconds) => steps.observe({ tool }, seconds),
    reset: (mode, seconds) => resets.observe({ mode }, seconds),
    end: (reason, isLost) => {
      ends.inc({ reason });
      if (isLost) lost.inc({ reason });
    },
    score: ({ return: value, success }) => {
      returns.observe(value);
      if (success) succeeded.inc();
    },
    envError: (tool) => envErrors.inc({ tool }),
    journalError: () => journalErrors.inc(),
    threadLost: () => threadsLost.inc(),
    contentType: registry.contentType,
    render: async () => {
      await readMemory();
      return await registry.metrics();
    },
  };
};

/** Registers the memory of threads. @returns what reads it anew */
const registerMemory = (registry: Registry, { memories }: ServerFigures): (() => Promise<void>) => {
  const gauges = Object.entries(MEMORY).map(([name, { help, label, read }]) => {
    const gauge = new Gauge({ name, help, labelNames: ["thread", ...(label === undefined ? [] : [label])], registers: [registry] });
    return (thread: string, memory: ThreadMemory): void => {
      for (const [value, figure] of Object.entries(read(memory))) gauge.set({ thread, ...(label && { [label]: value }) }, figure);
    };
  });
  return async () => {
    for (const [thread, memory] of await memories()) for (const set of gauges) set(thread, memory);
  };
};

/** Gauges of the memory of a thread, by the values of a label. */
const MEMORY: Readonly<Record<string, MemoryGauge>> = {
  kubedrill_heap_bytes: {
    help: "Heap of a thread: live (in use after the last full collection), used (with garbage), reserved, and external (outside of it).",
    label: "state",
    read: ({ heap }) => heap,
  },
  kubedrill_heap_live_max_bytes: {
    help: "Share of the memory of a thread, within which it keeps what is live by forgetting what it keeps.",
    read: ({ shareBytes }) => ({ all: shareBytes }),
  },
  kubedrill_kept_bytes: {
    help: "Estimated memory of what a thread keeps for later episodes: variants of applications, starts of tasks, and long courses of them.",
    label: "what",
    read: ({ keptBytes }) => keptBytes,
  },
  kubedrill_kept_max_bytes: {
    help: "Present bound of the variants and starts that a thread keeps.",
    read: ({ keptBytesMax }) => ({ all: keptBytesMax }),
  },
  kubedrill_worlds: {
    help: "Number of worlds of variants that a thread has taken from the warm cache (warm), from the cache of its own (own), or from none (boot).",
    label: "source",
    read: ({ worlds }) => worlds,
  },
  kubedrill_kept: { help: "Number of variants and starts that a thread keeps.", label: "what", read: ({ kept }) => kept },
};

interface MemoryGauge {
  readonly help: string;
  /** Label that tells its figures apart; missing: there is one for each thread. */
  readonly label?: string;
  readonly read: (memory: ThreadMemory) => Readonly<Record<string, number>>;
}

/** Bounds of the buckets, seconds: a step takes about 0.3 ms, a first reset up to seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Upper bounds of returns: most lie between doing harm and all that a profile pays. */
const RETURNS = [-0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];

/** Gauges that are one figure each. */
const GAUGES: Readonly<Record<string, { readonly help: string; readonly read: (figures: ServerFigures) => number }>> = {
  kubedrill_slots: { help: "Slots, free or leased.", read: ({ slots }) => slots.slots },
  kubedrill_slots_busy: { help: "Slots with an episode.", read: ({ slots }) => slots.slots - slots.free() },
  kubedrill_slots_free: { help: "Free slots.", read: ({ slots }) => slots.free() },
  kubedrill_queue_length: { help: "Resets that wait for a slot.", read: ({ slots }) => slots.depth() },
  kubedrill_queue_length_max: { help: "Resets that may wait for a slot.", read: ({ slots }) => slots.depthMax },
  kubedrill_leases: { help: "Open leases.", read: ({ leases }) => leases() },
  kubedrill_memory_max_bytes: {
    help: "Resident memory that the process may reach with what it keeps for later episodes.",
    read: ({ memoryBytesMax }) => memoryBytesMax,
  },
  kubedrill_threads: { help: "Threads that play episodes.", read: ({ threads }) => threads },
  kubedrill_journal_size_bytes: { help: "Size of the journal's files.", read: ({ journalBytes }) => journalBytes() },
  kubedrill_journal_writable: {
    help: "1 while the journal can be written.",
    read: ({ isJournalWritable }) => (isJournalWritable() ? 1 : 0),
  },
};
