import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ImageBuild } from "#kube/ports/image-build.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** A harmless form of what a fault breaks, on one object: the innocent have it too, so that it tells nothing by itself. */
export type Twin = CreatedTwin | PatchedTwin;

/** An object of its own. */
export interface CreatedTwin {
  readonly verb: "create";
  readonly resource: string;
  readonly object: KubeObject;
  /** Component whose Service selects its pods: it is left out where a fault is there, whose symptoms are read from those pods; missing: none. */
  readonly among?: string;
  /** Build of its image that is pushed first; missing: none. */
  readonly build?: ImageBuild;
}

/** A change of an object that is there. */
export interface PatchedTwin {
  readonly verb: "patch";
  readonly resource: string;
  readonly name: string;
  /** Namespace of an object outside the app's; missing: the app's; null: it has none. */
  readonly namespace?: string | null;
  /** JSON merge patch. */
  readonly patch: object;
  /** Build of its image that is pushed first; missing: none. */
  readonly build?: ImageBuild;
}

/** Draws the twins of one fault for an episode, a pure function of the stream and the baseline: several objects, or none where nothing fits. */
export type DrawTwins = (rng: Rng, baseline: Baseline) => readonly Twin[];

/** A component's name with an ending that people give to what runs beside it, as `geo-canary`. */
export const neighbourName = (rng: Rng, baseline: Baseline): string => neighbourOf(rng, rng.pick(baseline.app.components).name);

/** Name of a neighbour of a certain component. */
export const neighbourOf = (rng: Rng, component: string): string => `${component}-${rng.pick(ENDINGS)}`;

const ENDINGS: readonly string[] = ["blue", "green", "next", "batch", "shadow", "warm", "preview", "b"];

/** Draws between `least` and `most` different names of neighbours. */
export const neighbourNames = (rng: Rng, baseline: Baseline, least: number, most: number): readonly string[] => [
  ...new Set(Array.from({ length: rng.int(least, most) }, (_, i) => neighbourName(rng.stream(`name ${i}`), baseline))),
];
