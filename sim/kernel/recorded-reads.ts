import type { World } from "./world.ts";

/** One thing that an answer was made from. */
export type RecordedRead =
  /** An entry of a named map of the world, as it was then. */
  | { readonly kind: "entry"; readonly map: string; readonly key: string; readonly was: unknown }
  /** Another answer: whether asking again would give it once more, and what it is about, where changes of that are told by name. */
  | { readonly kind: "answer"; readonly holds: (world: World) => boolean; readonly about?: string }
  /** So much that it is not worth a comparison. */
  | { readonly kind: "untracked" };

/** Computes a value and takes down what it reads on the way. */
export const recordReads = <T>(compute: () => T): { readonly value: T; readonly reads: readonly RecordedRead[] } => {
  const outer = recording;
  const reads = new Set<RecordedRead>();
  recording = reads;
  try {
    const value = compute();
    return { value, reads: [...reads] };
  } finally {
    recording = outer;
  }
};

/** Takes a read down, if anybody takes notes. */
export const recordRead = (read: RecordedRead): void => {
  recording?.add(read);
};

/** True while somebody takes notes: what is read over and over need not be described otherwise. */
export const isRecording = (): boolean => recording !== undefined;

/** Undefined outside of a computation, which never waits: no state of any world. */
let recording: Set<RecordedRead> | undefined;

/**
 * True when all that was read is as it was, so that what was made of it still holds.
 * @param changed names of all that may have changed since; missing: they are not known, and every read is repeated
 */
export const readsHold = (world: World, reads: readonly RecordedRead[], changed?: ReadonlySet<string>): boolean => {
  for (const read of reads) if (!isUntouched(read, changed) && !readHolds(world, read)) return false;
  return true;
};

const isUntouched = (read: RecordedRead, changed: ReadonlySet<string> | undefined): boolean =>
  changed !== undefined && read.kind === "answer" && read.about !== undefined && !changed.has(read.about);

const readHolds = (world: World, read: RecordedRead): boolean => {
  switch (read.kind) {
    case "entry":
      return world.map(read.map).get(read.key) === read.was;
    case "answer":
      return read.holds(world);
    case "untracked":
      return false;
  }
};
