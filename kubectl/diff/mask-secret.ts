import type { Manifest } from "../session/session.ts";

type Data = Readonly<Record<string, unknown>>;

/** Masks the values of two states of a Secret, so that only differences are visible. */
export const maskSecrets = (from: Manifest | undefined, to: Manifest): { readonly from: Manifest | undefined; readonly to: Manifest } => ({
  from: from && mask(from, dataOf(to), "*** (before)"),
  to: mask(to, dataOf(from), "*** (after)"),
});

const dataOf = (object: Manifest | undefined): Data | undefined => object?.["data"] as Data | undefined;

const mask = (object: Manifest, other: Data | undefined, different: string): Manifest => {
  const data = dataOf(object);
  if (data === undefined) return object;
  const masked = Object.entries(data).map(([key, value]) => [
    key,
    other !== undefined && key in other && other[key] !== value ? different : "***",
  ]);
  return { ...object, data: Object.fromEntries(masked) };
};
