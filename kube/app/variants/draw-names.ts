import type { Rng } from "#core/rng.ts";
import type { AppComponent, AppRecord } from "../app.ts";
import type { ChartValues, ComponentValues } from "../manifest-values.ts";
import { operatedComponents } from "../operated-components.ts";
import type { VariantStyles } from "./variant-styles.ts";

/** Names of a variant's objects, each by the published name. */
export interface VariantNames {
  readonly namespace: string;
  readonly components: ReadonlyMap<string, string>;
  /** The words that the names of components are made of. */
  readonly words: ReadonlyMap<string, string>;
  /** Further Services of components. */
  readonly services: ReadonlyMap<string, string>;
  readonly configMaps: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<string, string>;
  readonly customResources: ReadonlyMap<string, string>;
  readonly claims: ReadonlyMap<string, string>;
  /** Container's name, by the component's. */
  readonly containers: ReadonlyMap<string, string>;
  /** Name in the registry, by the component's. */
  readonly registered: ReadonlyMap<string, string>;
}

/** Draws names in one style: one pattern for each kind of object, one word for each component. */
export const drawNames = (record: AppRecord, values: ChartValues, { names }: VariantStyles, rng: Rng): Omit<VariantNames, "namespace"> => {
  const words = new Map(record.components.map(({ name }) => [name, rng.stream(`word ${name}`).pick(names.words[name] ?? [name])]));
  const prefix = rng.stream("prefix").pick(names.prefixes);
  const styles = new Map(Object.entries(names.components).map(([role, patterns]) => [role, rng.stream(role).pick(patterns)]));
  const customResources = new Map(
    (values.customResources ?? []).map(({ metadata: { name } }) => [
      name,
      rng.stream(`custom resource ${name}`).pick(names.customResources?.[name] ?? [name]),
    ]),
  );
  const operated = new Map(
    operatedComponents(values).map(({ name, resource }) => [
      name,
      `${customResources.get(resource) ?? resource}${name.slice(resource.length)}`,
    ]),
  );
  const components = new Map(
    record.components.map((component) => [
      component.name,
      operated.get(component.name) ?? prefix + fill(styles.get(component.role) ?? "{word}", component, words),
    ]),
  );
  /** Names of things that belong to components, in one pattern. */
  const named = (kind: string, patterns: readonly string[], things: readonly Thing[]): ReadonlyMap<string, string> => {
    const pattern = rng.stream(kind).pick(patterns);
    return new Map(
      things.flatMap(([name, owner]) => {
        const component = record.components.find((other) => other.name === owner);
        return component === undefined ? [] : [[name, fill(pattern, component, words, components)]];
      }),
    );
  };
  const isScript = ([, owner]: Thing) => record.components.some(({ name, role }) => name === owner && role === "store");
  const configMaps = (values.configMaps ?? []).flatMap(({ name, component }): readonly Thing[] =>
    component === undefined ? [] : [[name, component]],
  );
  const shared = Object.entries(names.sharedConfigMaps ?? {}).map(
    ([name, words]) => [name, rng.stream(`shared ${name}`).pick(words)] as const,
  );
  const own = values.components.map(({ name }): Thing => [name, name]);
  return {
    components,
    customResources,
    words,
    services: named(
      "services",
      names.services,
      thingsOf(values, ({ services = [] }) => services.map(({ name }) => name)),
    ),
    configMaps: new Map([
      ...shared,
      ...named("scripts", names.scripts, configMaps.filter(isScript)),
      ...named(
        "config maps",
        names.configMaps,
        configMaps.filter((thing) => !isScript(thing)),
      ),
    ]),
    secrets: named(
      "secrets",
      names.secrets ?? ["{name}"],
      (values.secrets ?? []).flatMap(({ name, component }): readonly Thing[] => (component === undefined ? [] : [[name, component]])),
    ),
    claims: named("claims", names.claims, thingsOf(values, claimsOf)),
    containers: named("containers", names.containers, own),
    registered: named("registered", names.registered, own),
  };
};

/** Something with its component. */
type Thing = readonly [name: string, component: string];

const thingsOf = ({ components }: ChartValues, namesOf: (component: ComponentValues) => readonly string[]): readonly Thing[] =>
  components.flatMap((component) => namesOf(component).map((name): Thing => [name, component.name]));

/** Claims of Deployments: a StatefulSet's are named for its pods. */
const claimsOf = ({ workload, mounts = [] }: ComponentValues): readonly string[] =>
  workload === "statefulset" ? [] : mounts.flatMap((mount) => ("claim" in mount ? mount.claim : []));

const fill = (
  pattern: string,
  component: AppComponent,
  words: ReadonlyMap<string, string>,
  components?: ReadonlyMap<string, string>,
): string => {
  const word = words.get(component.name) ?? component.name;
  const owner = component.startLoadedBy[0] ?? component.readBy[0];
  return pattern
    .replaceAll("{name}", components?.get(component.name) ?? component.name)
    .replaceAll("{word}", word)
    .replaceAll("{owner}", (owner === undefined ? undefined : words.get(owner)) ?? word);
};
