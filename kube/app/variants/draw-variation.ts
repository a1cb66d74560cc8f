import { createRng, type Rng } from "#core/rng.ts";
import { programComponents } from "../call-graph.ts";
import type { AppDescription } from "../component-program.ts";
import { deriveRecord } from "../derive-record.ts";
import type { ChartValues } from "../manifest-values.ts";
import type { DocumentStore } from "../store-behaviour.ts";
import { drawNames, type VariantNames } from "./draw-names.ts";
import { drawPorts, type VariantPorts } from "./draw-ports.ts";
import { type SettingRewriter, settingRewriter } from "./rewrite-settings.ts";
import { variantIds } from "./variant-ids.ts";
import type { VariantStyles } from "./variant-styles.ts";

/** Everything that is drawn for one variant. */
export interface Variation {
  readonly names: VariantNames;
  readonly labelKey: string;
  readonly ports: VariantPorts;
  /** Pattern of the names of Services' ports; null: the chart's. */
  readonly portNames: string | null;
  readonly settings: SettingRewriter;
  /** References of images by the published ones. */
  readonly images: ReadonlyMap<string, string>;
  readonly resources: ChartValues["resources"];
  readonly terminationGracePeriodSeconds: number;
  readonly environment: readonly { readonly name: string; readonly value: string }[];
  /** Database and account of a program's MongoDB, by the program. */
  readonly stores: ReadonlyMap<string, Pick<DocumentStore, "database" | "credentials">>;
  readonly probes: VariantStyles["probes"][number];
  /** Published names of the components that it does without. */
  readonly left: ReadonlySet<string>;
  readonly extraObjects: NonNullable<ChartValues["extraObjects"]>;
  /** Merge patch for the spec of a custom resource, by its published name. */
  readonly customResources: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Replicas of a program's component, by its published name. */
  readonly replicas: ReadonlyMap<string, number>;
}

/** Draws a variant; each choice has a stream of its own, and namespaces and images are dealt out, so that few variants share one. */
export const drawVariation = (app: AppDescription, styles: VariantStyles, id: string): Variation => {
  const root = createRng(`variant ${app.behaviour.name}`);
  const rng = root.stream(id);
  const turn = variantIds(styles).indexOf(id);
  const deal = <T>(what: string, choices: readonly T[]): T => root.stream(what).shuffle(choices)[turn % choices.length] as T;
  const namespace = deal("namespaces", styles.namespaces);
  const names = { ...drawNames(deriveRecord(app), app.values, styles, rng.stream("names")), namespace };
  const ports = drawPorts(app, styles, rng.stream("ports"));
  const pick = <T>(what: string, choices: readonly T[]): T => rng.stream(what).pick(choices);
  const some = <T>(what: string, things: readonly T[], share: { numerator: number; denominator: number }): readonly T[] =>
    things.filter((_, i) => rng.stream(`${what} ${i}`).chance(share));
  const files = new Map(Object.entries(styles.settings.files).map(([file, places]) => [file, pick(file, places)]));
  return {
    names,
    ports,
    labelKey: pick("label key", styles.labelKeys),
    portNames: pick("port names", styles.ports.names),
    settings: settingRewriter(app, { names, ports, files, keys: pick("keys", styles.settings.keys) }),
    images: new Map(Object.entries(styles.images).map(([published, references]) => [published, deal(published, references)])),
    resources: pick("resources", styles.resources) as ChartValues["resources"],
    terminationGracePeriodSeconds: pick("termination", styles.terminationGracePeriods),
    environment: some("environment", styles.environment, HALF).map(({ name, values }) => ({ name, value: pick(name, values) })),
    stores: drawStores(app, names, styles, rng.stream("stores")),
    probes: pick("probes", styles.probes),
    left: new Set(some("left", styles.optional, FEW)),
    extraObjects: some("extra", styles.extraObjects, HALF) as unknown as Variation["extraObjects"],
    customResources: new Map(
      Object.entries(styles.customResources ?? {}).map(([name, patches]) => [name, deal(`custom resource ${name}`, patches)]),
    ),
    replicas: new Map(programComponents(app).map(({ component: { name } }) => [name, pick(`replicas ${name}`, styles.replicas)])),
  };
};

const HALF = { numerator: 1, denominator: 2 } as const;
const FEW = { numerator: 1, denominator: 5 } as const;

/** Databases in one pattern, with an account of its own for each store that demands one. */
const drawStores = (
  app: AppDescription,
  { words }: Pick<VariantNames, "words">,
  { credentials }: VariantStyles,
  rng: Rng,
): Variation["stores"] => {
  const pattern = rng.stream("databases").pick(credentials.databases);
  return new Map(
    programComponents(app).flatMap(({ name, component, program: { store } }) => {
      if (store?.kind !== "document") return [];
      const database = pattern
        .replaceAll("{published}", store.database)
        .replaceAll("{word}", (words.get(component.name) ?? name).replaceAll("-", "_"));
      const user = rng.stream("users").pick(credentials.users);
      const password = rng.stream(`password ${name}`).pick(credentials.passwords);
      return [[name, { database, ...(store.credentials === undefined ? {} : { credentials: { user, password } }) }]];
    }),
  );
};
