import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { LoadedApp, VariantId } from "../catalogue/load-apps.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Chooses the forms of an app that the slots of a pool get.
 *
 * Variants need images that know their settings, which the published images do not: without a registry for such images in the
 * values, or tags for them in the variants, there is the published form alone.
 * @param words ids, or names of several variants; none: `train` where there are images for them, else `standard`
 * @returns ids, each once
 * @throws SettingsError for a variant that the app does not have, or has no images for
 */
export const chooseVariants = ({ record, values, variants, hasOwnBuilds }: LoadedApp, words: readonly string[]): readonly string[] => {
  const hasImages = values.imageRegistry !== undefined && hasOwnBuilds;
  const all: readonly VariantId[] = [{ id: STANDARD, isHeldOut: false }, ...variants];
  const usual = hasImages && variants.length > 0 ? "train" : STANDARD;
  const ids = (words.length > 0 ? words : [usual]).flatMap((word) => {
    const meant = all.filter(SEVERAL[word] ?? (({ id }) => id === word)).map(({ id }) => id);
    if (meant.length === 0)
      throw new SettingsError(
        `the app ${record.name} has no variant "${word}"; there are ${[...Object.keys(SEVERAL), ...all.map(({ id }) => id)].join(", ")}`,
      );
    return meant;
  });
  if (!hasImages && ids.some((id) => id !== STANDARD))
    throw new SettingsError(
      `the app ${record.name} has no variant but ${STANDARD} ${hasOwnBuilds ? "with its original images; --values actor has an image for each" : "on a real cluster: its variants name no images of their own"}`,
    );
  return [...new Set(ids)];
};

/** Names of several variants, with those that they mean. */
const SEVERAL: Readonly<Record<string, (variant: VariantId) => boolean>> = {
  train: ({ id, isHeldOut }) => id !== STANDARD && !isHeldOut,
  eval: ({ isHeldOut }) => isHeldOut,
  all: () => true,
};
