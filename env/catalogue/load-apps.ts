import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Digest, digestJson } from "#core/digest.ts";
import type { KeptValues } from "#core/kept-values.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import type { AppDescription } from "#kube/app/component-program.ts";
import type { DescriptionFile } from "#kube/app/description-file.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { mergeValues } from "#kube/app/merge-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import { type AppForm, expandVariant, standardForm } from "#kube/app/variants/expand-variant.ts";
import { furnishManifests } from "#kube/app/variants/furnish/furnish-manifests.ts";
import { namesOwnBuilds } from "#kube/app/variants/own-builds.ts";
import { parseVariants } from "#kube/app/variants/parse-variants.ts";
import { isHeldOut, STANDARD, variantIds } from "#kube/app/variants/variant-ids.ts";
import type { VariantStyles } from "#kube/app/variants/variant-styles.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** One form of an application, as it is installed. */
export interface LoadedForm {
  /** Derived from the behaviour and the values. */
  readonly record: AppRecord;
  /** Describes what its own programs do. */
  readonly behaviour: AppBehaviour;
  readonly values: ChartValues;
  /** Objects in the form's own namespace, after the definitions of its custom resources. */
  readonly manifests: readonly KubeObject[];
  /** Builds the objects for another namespace. */
  manifestsFor(namespace: string): readonly KubeObject[];
  /** Name here of each object of the published form, `kind/name`; null for one that is not here, missing for one that keeps its name. */
  readonly names: AppForm["names"];
}

/** An application as its chart describes it: its published form, and its variants. */
export interface LoadedApp extends LoadedForm {
  /** Ids of its variants without the published form; none: the chart has no `variants.yaml`. */
  readonly variants: readonly VariantId[];
  /** True where each variant names images of its own for the app's programs. */
  readonly hasOwnBuilds: boolean;
  /** Returns a form by its id, expanded when it is first asked for; undefined when there is none. */
  formOf(id: string): LoadedForm | undefined;
  /** Digest of record, behaviour, values and variants; part of the digests of its tasks. */
  readonly digest: Digest;
}

/** A variant with the part of the tasks that draws it. */
export interface VariantId {
  readonly id: string;
  /** True: tasks of eval and holdout draw it, and those of train never do. */
  readonly isHeldOut: boolean;
}

/** A chart as it was read, with what is derived of it: plain data, so that it can be kept. */
export interface ChartData {
  readonly app: AppDescription;
  readonly standard: AppForm;
  readonly definitions: readonly KubeObject[];
  /** Styles of its variants; missing: there are none. */
  readonly styles?: VariantStyles;
  /** Settings of an overlay for all components. */
  readonly overall: Partial<ChartValues>;
  readonly digest: Digest;
}

/**
 * Reads every chart under `charts/` that has a `behaviour.yaml`, sorted by name.
 *
 * @param overlay merges `values-<overlay>.yaml` over the values, as `helm --values` does; charts without that file are
 * left out
 * @param kept holds the charts as this build read them before; missing: they are read from their files
 */
export const loadApps = async (overlay?: string, kept?: KeptValues<ChartData>): Promise<readonly LoadedApp[]> => {
  const root = fileURLToPath(new URL("../../charts", import.meta.url));
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const charts = await Promise.all(
    names.map(async (name) => {
      const key = `${name} ${overlay ?? STANDARD}`;
      const before = kept?.read(key);
      if (before !== undefined) return before;
      const chart = await readChart(join(root, name), name, overlay);
      if (chart !== undefined) kept?.write(key, chart);
      return chart;
    }),
  );
  return charts.flatMap((chart) => (chart === undefined ? [] : [toApp(chart)]));
};

const readChart = async (folder: string, name: string, overlay: string | undefined): Promise<ChartData | undefined> => {
  const files = await readdir(folder);
  if (!files.includes("behaviour.yaml") || (overlay !== undefined && !files.includes(valuesFile(overlay)))) return undefined;
  const behaviour = await readBehaviour(folder, behaviourFiles(files, overlay));
  const own = parse(await readFile(join(folder, "values.yaml"), "utf8")) as ChartValues;
  const over = overlay === undefined ? {} : (parse(await readFile(join(folder, valuesFile(overlay)), "utf8")) as Partial<ChartValues>);
  const values = mergeValues(own, over);
  const { components: _, configMaps: __, ...overall } = over;
  if (behaviour.name !== name) throw new Error(`charts/${name}/behaviour.yaml calls itself "${behaviour.name}"; the name is the folder's`);
  const app = { behaviour, values };
  const definitions = files.includes(DEFINITIONS) ? await readDefinitions(join(folder, DEFINITIONS)) : [];
  const styles = files.includes(VARIANTS_FILE) ? await readVariants(folder, app) : undefined;
  const standard = standardForm(app);
  const digest = digestJson({ record: standard.record, behaviour, values, ...(styles && { variants: styles }) });
  return { app, standard, definitions, ...(styles && { styles }), overall, digest };
};

const toApp = ({ app, standard, definitions, styles, overall, digest }: ChartData): LoadedApp => {
  const published = toForm(standard, definitions);
  const variants = styles === undefined ? [] : variantIds(styles).map((id) => ({ id, isHeldOut: isHeldOut(styles, id) }));
  const forms = new Map([[STANDARD, published]]);
  return {
    ...published,
    variants,
    hasOwnBuilds: styles !== undefined && namesOwnBuilds(app, styles),
    formOf: (id) => {
      const kept = forms.get(id);
      if (kept !== undefined || styles === undefined || !variants.some((variant) => variant.id === id)) return kept;
      const form = toForm(withSettings(expandVariant(app, styles, id), overall), definitions, id);
      forms.set(id, form);
      return form;
    },
    digest,
  };
};

/** A form with the settings of an overlay for all components, such as what a cluster can give to each, over those that it draws. */
const withSettings = (form: AppForm, overall: Partial<ChartValues>): AppForm => ({
  ...form,
  app: { ...form.app, values: mergeValues(form.app.values, overall) },
});

const toForm = (
  { app: { behaviour, values }, record, names }: AppForm,
  definitions: readonly KubeObject[],
  variant: string | undefined = undefined,
): LoadedForm => {
  const build = (namespace: string) => buildManifests(values, { namespace });
  const furnish = (namespace: string) =>
    variant === undefined ? build(namespace) : furnishManifests(build(namespace), { id: variant, record });
  const manifestsFor = (namespace: string) => [...definitions, ...furnish(namespace)];
  return { record, behaviour, values, names, manifests: manifestsFor(record.namespace), manifestsFor };
};

const readBehaviour = async (folder: string, files: readonly string[]): Promise<AppBehaviour> => {
  const texts = await Promise.all(files.map(async (file) => await readDescription(folder, file)));
  return parseBehaviour(texts, (name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
};

const readVariants = async (folder: string, app: AppDescription): Promise<VariantStyles> =>
  parseVariants(await readDescription(folder, VARIANTS_FILE), app);

const readDescription = async (folder: string, file: string): Promise<DescriptionFile> => ({
  path: `charts/${basename(folder)}/${file}`,
  text: await readFile(join(folder, file), "utf8"),
});

/** Definitions of custom resources, each in a file of its own: Helm installs them first. */
const readDefinitions = async (folder: string): Promise<readonly KubeObject[]> =>
  await Promise.all((await readdir(folder)).sort().map(async (file) => parse(await readFile(join(folder, file), "utf8")) as KubeObject));

const DEFINITIONS = "crds";
const VARIANTS_FILE = "variants.yaml";

const behaviourFiles = (files: readonly string[], overlay: string | undefined): readonly string[] =>
  ["behaviour.yaml", `behaviour-${overlay}.yaml`].filter((file) => files.includes(file));

const valuesFile = (overlay: string): string => `values-${overlay}.yaml`;
