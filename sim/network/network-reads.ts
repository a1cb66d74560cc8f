import type { EndpointSlice } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Process } from "../apps/runtime/process.ts";
import type { World } from "../kernel/world.ts";

/** Read that an answer depends on, with its value. */
export type NetworkRead =
  | { readonly kind: "pod-at"; readonly ip: string; readonly was: Pod | undefined }
  | { readonly kind: "pod"; readonly key: string; readonly was: Pod | undefined }
  | { readonly kind: "slices"; readonly key: string; readonly was: readonly EndpointSlice[] }
  | { readonly kind: "processes"; readonly key: string; readonly was: readonly Process[] }
  | { readonly kind: "process"; readonly key: string; readonly was: Process | undefined }
  /** An entry of a named map of the world. */
  | { readonly kind: "entry"; readonly map: string; readonly key: string; readonly was: unknown }
  /** Another answer: whether asking again would give it once more. */
  | { readonly kind: "answer"; readonly holds: (world: World) => boolean }
  /** All pods at once: not worth a comparison. */
  | { readonly kind: "untracked" };

/** Computes a value and records its reads. */
export const recordReads = <T>(compute: () => T): { readonly value: T; readonly reads: readonly NetworkRead[] } => {
  const outer = recording;
  const reads = new Set<NetworkRead>();
  recording = reads;
  try {
    const value = compute();
    return { value, reads: [...reads] };
  } finally {
    recording = outer;
  }
};

/** Takes a read down, if anybody takes notes. */
export const recordRead = (read: NetworkRead): void => {
  recording?.add(read);
};

/** True while reads are recorded; repeated reads need no description otherwise. */
export const isRecording = (): boolean => recording !== undefined;

/** Undefined outside of a computation, which never waits: no state of any world. */
let recording: Set<NetworkRead> | undefined;
