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
  readonly manifests: readonly KubeObject[];
  /** Digest of values and record; part of the digests of its tasks. */
  readonly digest: Digest;
}

/** Reads every chart under `charts/` that has an `app.yaml`, sorted by name. */
export const loadApps = async (): Promise<readonly LoadedApp[]> => {
  const root = fileURLToPath(new URL("../charts", import.meta.url));
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const apps = await Promise.all(names.map(async (name) => await loadApp(join(root, name), name)));
  return apps.filter((app) => app !== undefined);
};

const loadApp = async (folder: string, name: string): Promise<LoadedApp | undefined> => {
  if (!(await readdir(folder)).includes("app.yaml")) return undefined;
  const record = parse(await readFile(join(folder, "app.yaml"), "utf8")) as AppRecord;
  const values = parse(await readFile(join(folder, "values.yaml"), "utf8")) as ChartValues;
  if (record.name !== name) throw new Error(`charts/${name}/app.yaml calls itself "${record.name}"; the name is the folder's`);
  return { record, manifests: buildManifests(values, { namespace: record.namespace }), digest: digestJson({ record, values }) };
};
