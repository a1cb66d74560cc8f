import type { PoolThread } from "./pool-thread.ts";

interface WatchOptions {
  /** Processor time that a turn of a method may take, ms. */
  readonly limitMs: (method: string) => number;
  readonly stallMs: number;
  readonly lose: (thread: PoolThread, cause: unknown) => void;
}

/**
 * Returns a function that looks at a thread every now and then, and loses one that overruns or stalls.
 *
 * A turn overruns by the processor time of its own thread, which no other thread or process lengthens. A thread answers what it has
 * used in the middle of a loop, too. One that does not, or works at nobody's turn, is judged by its silence.
 */
export const createWatchdog = ({ limitMs, stallMs, lose }: WatchOptions): ((thread: PoolThread) => Promise<void>) => {
  const sights = new Map<PoolThread, Sight>();
  return async (thread) => {
    for (const known of sights.keys()) if (known.dead) sights.delete(known);
    if (thread.dead || !thread.hasWork()) return void sights.delete(thread);
    const progress = thread.progress();
    const before = sights.get(thread);
    if (before === undefined || before.progress !== progress) {
      const sight: Sight = { progress, silentMs: startSilence(), usedMs: undefined, isAsked: true };
      sights.set(thread, sight);
      sight.usedMs = await thread.usedMs();
      sight.isAsked = false;
      return;
    }
    const underWay = thread.underWay();
    if ((underWay === undefined || before.isAsked) && before.silentMs() > stallMs)
      return lose(thread, new Error(`silent for ${Math.round(before.silentMs())} ms`));
    if (before.isAsked) return;
    before.isAsked = true;
    const usedMs = await thread.usedMs();
    before.isAsked = false;
    before.usedMs ??= usedMs;
    if (usedMs === undefined || before.usedMs === undefined || thread.dead || thread.progress() !== progress) return;
    const turnMs = usedMs - before.usedMs;
    if (underWay !== undefined && turnMs > limitMs(underWay.method))
      lose(thread, new Error(`one turn took ${Math.round(turnMs)} ms of its processor`));
  };
};

/** A look at a thread that has not answered or begun a turn since. */
interface Sight {
  readonly progress: string;
  /** Time since then for which this process worked, ms. */
  readonly silentMs: () => number;
  /** Processor time that the thread had used then, ms; undefined: it has not said yet. */
  usedMs: number | undefined;
  /** True while it is being asked. */
  isAsked: boolean;
}

/** Begins to measure a silence. @returns a function that gives its length so far, ms */
const startSilence = (): (() => number) => {
  const beganMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - beganMs, (user + system) / 1_000);
  };
};
