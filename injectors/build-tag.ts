import type { Rng } from "#core/rng.ts";
import { parseImageReference } from "#kube/objects/image-reference.ts";

/** Draws the tag of a build that comes after an image, in the manner of its own tag. */
export const drawBuildTag = (rng: Rng, image: string): string => {
  const { tag = "latest" } = parseImageReference(image) ?? {};
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(tag) ?? [];
  if (patch !== undefined) {
    const next = rng.pick([
      `${major}.${minor}.${Number(patch) + rng.int(1, 6)}`,
      `${major}.${Number(minor) + rng.int(1, 4)}.${rng.int(0, 5)}`,
    ]);
    return tag.replace(`${major}.${minor}.${patch}`, next);
  }
  const dated = /^\d{8}/.exec(tag)?.[0];
  if (dated !== undefined) return tag.replace(dated, `${dated.slice(0, 4)}${rng.int(10, 12)}${rng.int(10, 28)}`);
  return rng.pick([
    `v${rng.int(1, 9)}.${rng.int(0, 20)}.${rng.int(0, 9)}`,
    `build-${rng.int(100, 999)}`,
    `main-${rng.uint32().toString(16).padStart(8, "0").slice(0, 7)}`,
    `release-${rng.int(2, 9)}.${rng.int(0, 9)}`,
  ]);
};
