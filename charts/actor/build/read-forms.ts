import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { AppDescription } from "#kube/app/component-program.ts";
import type { DescriptionFile } from "#kube/app/description-file.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import { expandVariant } from "#kube/app/variants/expand-variant.ts";
import { namesOwnBuilds } from "#kube/app/variants/own-builds.ts";
import { parseVariants } from "#kube/app/variants/parse-variants.ts";
import { variantIds } from "#kube/app/variants/variant-ids.ts";

/** A chart whose components can be played, in all of its forms. */
export interface PlayedChart {
  readonly chart: string;
  /** Registry that its `values-actor.yaml` names. */
  readonly registry: string | undefined;
  /** The published form, then its variants where each is a build of its own. */
  readonly forms: readonly AppDescription[];
}

/** Reads the charts of a folder that have a `values-actor.yaml`, sorted by name. */
export const readPlayedCharts = (charts: string): readonly PlayedChart[] =>
  readdirSync(charts)
    .sort()
    .filter((chart) => existsSync(join(charts, chart, ACTOR_VALUES)))
    .map((chart) => ({
      chart,
      registry: readValues(join(charts, chart, ACTOR_VALUES)).imageRegistry,
      forms: readForms(join(charts, chart)),
    }));

const ACTOR_VALUES = "values-actor.yaml";

const readForms = (folder: string): readonly AppDescription[] => {
  const readDocuments = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const behaviour = parseBehaviour([readFile(join(folder, "behaviour.yaml"))], readDocuments);
  const published = { behaviour, values: readValues(join(folder, "values.yaml")) };
  const variants = join(folder, "variants.yaml");
  if (!existsSync(variants)) return [published];
  const styles = parseVariants(readFile(variants), published);
  if (!namesOwnBuilds(published, styles)) return [published];
  return [published, ...variantIds(styles).map((id) => expandVariant(published, styles, id).app)];
};

const readFile = (path: string): DescriptionFile => ({ path, text: readFileSync(path, "utf8") });

const readValues = (path: string): ChartValues => parse(readFileSync(path, "utf8")) as ChartValues;
