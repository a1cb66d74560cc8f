import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Digest, digestJson } from "#core/digest.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { deriveRecord } from "#kube/app/derive-record.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { mergeValues } from "#kube/app/merge-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** An application as its chart describes it. */
export interface LoadedApp {
  /** Derived from the behaviour and the values. */
  readonly record: AppRecord;
  /** Describes what its own programs do. */
  readonly behaviour: AppBehaviour;
  readonly values: ChartValues;
  /** Objects in the app's default namespace. */
  readonly manifests: readonly KubeObject[];
  /** Builds the objects for another namespace. */
  manifestsFor(namespace: string): readonly KubeObject[];
  /** Digest of record, behaviour and values; part of the digests of its tasks. */
  readonly digest: Digest;
}

/**
 * Reads every chart under `charts/` that has a `behaviour.yaml`, sorted by name.
 *
 * @param variant merges `values-<variant>.yaml` over the values, as `helm --values` does; charts without that file are
 * left out
 */
export const loadApps = async (variant?: string): Promise<readonly LoadedApp[]> => {
  const root = fileURLToPath(new URL("../../charts", import.meta.url));
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const apps = await Promise.all(names.map(async (name) => await loadApp(join(root, name), name, variant)));
  return apps.filter((app) => app !== undefined);
};

const loadApp = async (folder: string, name: string, variant: string | undefined): Promise<LoadedApp | undefined> => {
  const files = await readdir(folder);
  if (!files.includes("behaviour.yaml") || (variant !== undefined && !files.includes(variantFile(variant)))) return undefined;
  const behaviour = await readBehaviour(folder, behaviourFiles(files, variant));
  const own = parse(await readFile(join(folder, "values.yaml"), "utf8")) as ChartValues;
  const over = variant === undefined ? {} : (parse(await readFile(join(folder, variantFile(variant)), "utf8")) as Partial<ChartValues>);
  const values = mergeValues(own, over);
  if (behaviour.name !== name) throw new Error(`charts/${name}/behaviour.yaml calls itself "${behaviour.name}"; the name is the folder's`);
  const record = deriveRecord({ behaviour, values });
  const manifestsFor = (namespace: string) => buildManifests(values, { namespace });
  return {
    record,
    behaviour,
    values,
    manifests: manifestsFor(record.namespace),
    manifestsFor,
    digest: digestJson({ record, behaviour, values }),
  };
};

const readBehaviour = async (folder: string, files: readonly string[]): Promise<AppBehaviour> => {
  const texts = await Promise.all(
    files.map(async (file) => ({ path: `charts/${basename(folder)}/${file}`, text: await readFile(join(folder, file), "utf8") })),
  );
  return parseBehaviour(texts, (name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
};

const behaviourFiles = (files: readonly string[], variant: string | undefined): readonly string[] =>
  ["behaviour.yaml", `behaviour-${variant}.yaml`].filter((file) => files.includes(file));

const variantFile = (variant: string): string => `values-${variant}.yaml`;
