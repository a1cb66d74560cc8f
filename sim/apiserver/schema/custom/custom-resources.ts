import { invariant } from "#core/invariant.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { listObjects, resourceRevision } from "../../store/store.ts";
import type { KindStrategy } from "../kind-strategy.ts";
import { customKind } from "./custom-kind.ts";
import { type CustomResourceDefinition, DEFINITIONS, type DefinitionVersion, hasCondition, storageVersion } from "./definition.ts";

/** One served version of a custom resource. */
export interface CustomResource {
  readonly row: ResourceRow;
  readonly definition: CustomResourceDefinition;
  readonly version: DefinitionVersion;
  readonly strategy: KindStrategy;
  /** Objects carry this apiVersion where they are kept. */
  readonly storedAs: string;
}

/** All custom resources that a world serves. */
export interface CustomResources {
  /** In the order of discovery: groups and plurals by name, the preferred version first. */
  readonly all: readonly CustomResource[];
  /** By `/apis/<group>/<version>/<plural>`. */
  readonly byPath: ReadonlyMap<string, CustomResource>;
  /** By `<plural>.<group>`: the preferred version. */
  readonly byResource: ReadonlyMap<string, CustomResource>;
  /** By `<group>/<version> <kind>`. */
  readonly byKind: ReadonlyMap<string, CustomResource>;
}

/** The custom resources of a world; worked out anew only when a definition changed. */
export const customResources = (world: World): CustomResources =>
  world.memo("apiserver/custom-resources", resourceRevision(world, DEFINITIONS), () => tableOf(listObjects(world, DEFINITIONS)));

/** The custom resource behind a row that is none of the server's own. */
export const customResource = (world: World, { group, version, plural }: ResourceRow): CustomResource => {
  const found = customResources(world).byPath.get(`/apis/${group}/${version}/${plural}`);
  invariant(found !== undefined, `no custom resource ${plural}.${version}.${group}`);
  return found;
};

const tableOf = (definitions: readonly CustomResourceDefinition[]): CustomResources => {
  const all = definitions.flatMap(servedBy);
  if (all.length === 0) return NONE;
  const preferredFirst = [...all].reverse();
  return {
    all,
    byPath: new Map(all.map((one) => [`/apis/${one.row.group}/${one.row.version}/${one.row.plural}`, one])),
    byResource: new Map(preferredFirst.map((one) => [one.row.resource, one])),
    byKind: new Map(all.map((one) => [`${one.row.group}/${one.row.version} ${one.row.kind}`, one])),
  };
};

const NONE: CustomResources = Object.freeze({ all: [], byPath: new Map(), byResource: new Map(), byKind: new Map() });

/** Custom resources that a definition serves once its names are accepted. */
const servedBy = (definition: CustomResourceDefinition): readonly CustomResource[] => {
  if (!hasCondition(definition, "Established")) return [];
  let served = servedVersions.get(definition);
  if (served === undefined) {
    served = [...definition.spec.versions]
      .filter((version) => version.served)
      .sort((a, b) => compareVersions(a.name, b.name))
      .map((version) => resourceFor(definition, version));
    servedVersions.set(definition, served);
  }
  return served;
};

/** Served versions by definition; their strategies hold compiled schemas. */
const servedVersions = new WeakMap<CustomResourceDefinition, readonly CustomResource[]>();

const resourceFor = (definition: CustomResourceDefinition, version: DefinitionVersion): CustomResource => {
  const { spec, status } = definition;
  const { plural, singular = "", kind, shortNames = [], categories = [] } = status?.acceptedNames ?? spec.names;
  const isTerminating = hasCondition(definition, "Terminating");
  const row: ResourceRow = Object.freeze({
    resource: `${plural}.${spec.group}`,
    group: spec.group,
    version: version.name,
    plural,
    singular,
    kind,
    namespaced: spec.scope === "Namespaced",
    shortNames,
    categories,
    verbs: isTerminating ? TERMINATING_VERBS : VERBS,
    subresources: (["status", "scale"] as const).filter((name) => version.subresources?.[name] !== undefined),
  });
  const storedAs = `${spec.group}/${storageVersion(definition)}`;
  return { row, definition, version, storedAs, strategy: customKind({ row, definition, version, storedAs }) };
};

/** As the discovery of custom resources lists them, in that order. */
const VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"] as const;
const TERMINATING_VERBS = ["delete", "deletecollection", "get", "list", "watch"] as const;

/** The warning that every request to a deprecated version gets; undefined for all others. */
export const customDeprecation = (world: World, row: ResourceRow): string | undefined => {
  const { all, byPath } = customResources(world);
  const found = all.length === 0 ? undefined : byPath.get(`/apis/${row.group}/${row.version}/${row.plural}`);
  if (found?.version.deprecated !== true) return undefined;
  const { version, definition } = found;
  const { group, names, versions } = definition.spec;
  const text = `${group}/${version.name} ${names.kind} is deprecated`;
  const better = versions
    .filter(({ served, deprecated, name }) => served && deprecated !== true && compareVersions(name, version.name) < 0)
    .sort((a, b) => compareVersions(a.name, b.name))[0];
  return version.deprecationWarning ?? (better === undefined ? text : `${text}; use ${group}/${better.name} ${names.kind}`);
};

/** GA before beta before alpha, higher numbers first; other names come last, by name. */
const compareVersions = (a: string, b: string): number => {
  const [x, y] = [VERSION.exec(a), VERSION.exec(b)];
  if (x === null || y === null) return x === y ? (a < b ? -1 : 1) : x === null ? 1 : -1;
  const stability = (match: RegExpExecArray): number => ["alpha", "beta", undefined].indexOf(match[2]);
  return stability(y) - stability(x) || Number(y[1]) - Number(x[1]) || Number(y[3] ?? 0) - Number(x[3] ?? 0);
};

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
