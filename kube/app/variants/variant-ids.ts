import { createRng } from "#core/rng.ts";
import type { VariantStyles } from "./variant-styles.ts";

/** Id of the published form. */
export const STANDARD = "standard";

/** Ids of an app's variants, without the published form: `1`, `2`, …. */
export const variantIds = ({ count }: Pick<VariantStyles, "count">): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${i + 1}`);

/** True for the variants that training never sees: by hash of the id, so that further variants move none. */
export const isHeldOut = ({ heldOutOneIn }: Pick<VariantStyles, "heldOutOneIn">, id: string): boolean =>
  createRng(`held-out variant ${id}`).uint32() % heldOutOneIn === 0;
