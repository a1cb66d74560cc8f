import type { VariantStyles } from "./variant-styles.ts";

/** A way to write the keys of settings. */
export type KeyStyle = VariantStyles["settings"]["keys"][number];

/** Writes a key of settings, `GeoMongoAddress`, in a style, `geo_mongo_address`. */
export const writeKey = (key: string, style: KeyStyle): string => STYLES[style](key);

/** Writes each part of a path of keys, with dots between them, in a style. */
export const writePath = (path: string, style: KeyStyle): string =>
  path
    .split(".")
    .map((key) => writeKey(key, style))
    .join(".");

const wordsOf = (key: string): readonly string[] => key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? [key];

const lower = (key: string): readonly string[] => wordsOf(key).map((word) => word.toLowerCase());

const STYLES: Readonly<Record<KeyStyle, (key: string) => string>> = {
  published: (key) => key,
  snake: (key) => lower(key).join("_"),
  kebab: (key) => lower(key).join("-"),
  camel: (key) =>
    lower(key)
      .map((word, i) => (i === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
      .join(""),
  upper: (key) => lower(key).join("_").toUpperCase(),
};
