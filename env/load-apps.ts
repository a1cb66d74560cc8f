import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Digest, digestJson } from "#core/digest.ts";
import type { AppRecord } from "#kube/app.ts";
import { buildManifests } from "#kube/manifest-builder.ts";
import type { ChartValues } from "#kube/manifest-values.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** An application as its chart describes it. */
export interface LoadedApp {
  readonly record: AppRecord;
  /** In the app's own namespace. */
  readonly manifests: readonly KubeObject[];
  /** In another one. */
  manifestsFor(namespace: string): readonly KubeObject[];
  /** Digest of values and record; part of the digests of its tasks. */
  readonly digest: Digest;
}

/**
 * Reads every chart under `charts/` that has an `app.yaml`, sorted by name.
 *
 * @param variant lays `values-<variant>.yaml` over the values, as `helm --values` does; charts without one are left out
 */
export const loadApps = async (variant?: string): Promise<readonly LoadedApp[]> => {
  const root = fileURLToPath(new URL("../charts", import.meta.url));
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const apps = await Promise.all(names.map(async (name) => await loadApp(join(root, name), name, variant)));
  return apps.filter((app) => app !== undefined);
};

const loadApp = async (folder: string, name: string, variant: string | undefined): Promise<LoadedApp | undefined> => {
  const files = await readdir(folder);
  if (!files.includes("app.yaml") || (variant !== undefined && !files.includes(variantFile(variant)))) return undefined;
  const record = parse(await readFile(join(folder, "app.yaml"), "utf8")) as AppRecord;
  const own: unknown = parse(await readFile(join(folder, "values.yaml"), "utf8"));
  const over: unknown = variant === undefined ? {} : parse(await readFile(join(folder, variantFile(variant)), "utf8"));
  const values = layOver(own, over) as ChartValues;
  if (record.name !== name) throw new Error(`charts/${name}/app.yaml calls itself "${record.name}"; the name is the folder's`);
  const manifestsFor = (namespace: string) => buildManifests(values, { namespace });
  return { record, manifests: manifestsFor(record.namespace), manifestsFor, digest: digestJson({ record, values }) };
};

const variantFile = (variant: string): string => `values-${variant}.yaml`;

/** Maps are merged, everything else is replaced, and null takes away, as Helm has it. */
const layOver = (under: unknown, over: unknown): unknown => {
  if (!isMap(under) || !isMap(over)) return over;
  const merged = Object.entries(over).map(([key, value]) => [key, key in under ? layOver(under[key], value) : value]);
  return Object.fromEntries(Object.entries({ ...under, ...Object.fromEntries(merged) }).filter(([, value]) => value !== null));
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
