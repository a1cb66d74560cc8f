import type { World } from "../../../kernel/world.ts";

/** An OpenAPI document as it goes over the wire. */
export interface OpenApiText {
  /** Changes with the text; part of the address under which clients keep it. */
  readonly hash: string;
  readonly text: string;
}

/**
 * The documents of the server's own types, by where they are served (`apis/apps/v1`), and under `custom` that of a sample
 * from which those of custom resources are made. Empty where the world was made without them.
 */
export const openApiTexts = (world: World): ReadonlyMap<string, OpenApiText> =>
  (world.parts.config["openApi"] as (() => ReadonlyMap<string, OpenApiText>) | undefined)?.() ?? NONE;

const NONE: ReadonlyMap<string, OpenApiText> = new Map();
