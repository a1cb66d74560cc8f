import type { ImageBuild } from "./image-build.ts";

/**
 * Faults that the Kubernetes API cannot cause.
 *
 * A backend lists those it supports in its capabilities as `disturb.<name>`; calling another one is a programming
 * error.
 */
export interface DisturbPort {
  /** Stops or starts the kubelet of a node. */
  kubelet(node: string, state: "running" | "stopped"): Promise<void>;
  /** Multiplies the requests of all users from now on; 1 is the app's own load. */
  load(factor: number): Promise<void>;
  /** Delays and loses packets between two sets of pods, in both directions, from now on. */
  link(ends: readonly [LinkEnd, LinkEnd], quality: LinkQuality): Promise<void>;
  /** Kills the first process of a container from outside, as a crash of its machine's runtime does; a container that does not run stays as it is. */
  kill(container: ContainerRef): Promise<void>;
  /** Pushes a build of an application's image to its registry. */
  image(build: ImageBuild): Promise<void>;
  /** Lets a program of a node's machine itself, outside of all pods, keep so many cores busy from now on; 0 ends it. */
  cpu(node: string, cores: number): Promise<void>;
}

/** A set of pods, by what they keep when they are recreated: those of a node, or those of a namespace with these labels. */
export type LinkEnd = { readonly node: string } | { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };

/** A container of a pod. */
export interface ContainerRef {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Additional trouble on a link; zeros end it. */
export interface LinkQuality {
  /** Delay of each packet, in each direction, ms. */
  readonly delayMs: number;
  /** Share of the packets that are lost, 0 to 0.9; each comes again after a retransmission. */
  readonly lossShare: number;
}
