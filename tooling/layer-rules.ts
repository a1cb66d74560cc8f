import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LAYERS, OUTSIDE_PACKAGES, PAGE_PACKAGES, PLUGINS, PURE_PACKAGES, SIM_LAYERS, STRANGERS } from "./layers.ts";

/** A dependency-cruiser rule; its comment says what to do instead. */
export interface LayerRule {
  readonly name: string;
  readonly severity: "error";
  readonly comment: string;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

/** Generates the rules from the tables in `layers.ts`, for the plug-ins that the folder has. */
export const createLayerRules = (root: string): readonly LayerRule[] => [
  ...LAYERS.map(arrowRule),
  ...SIM_LAYERS.map(simArrowRule),
  ...STRANGERS.flatMap(([left, right, instead]) => [strangerRule(left, right, instead), strangerRule(right, left, instead)]),
  ...pureRules,
  ...Object.entries(OUTSIDE_PACKAGES).map(([name, places]) => outsideRule(name, places)),
  ...PLUGINS.flatMap((plugin) => pluginRules(root, plugin)),
  ...pageRules,
  ...commonRules,
];

/** Pattern of the paths of tests, which may import anything. */
export const TESTS = "(\\.test\\.ts$|\\.bench\\.ts$|\\.cases\\.ts$|^tests/|/testing/)";

const oneOf = (names: readonly string[]): string => `(${names.map((name) => name.replaceAll(".", "\\.")).join("|")})`;
const packagePath = (names: readonly string[]): string => `(^|/)node_modules/${oneOf(names)}(/|$)`;
const rule = (name: string, comment: string, from: LayerRule["from"], to: LayerRule["to"]): LayerRule => ({
  name: name.replaceAll("/", "-"),
  severity: "error",
  comment,
  from,
  to,
});

const arrowRule = ({ folder, may, reason }: (typeof LAYERS)[number]): LayerRule =>
  rule(
    `layer-${folder}`,
    `${folder} may import ${may.length === 0 ? "nothing but itself" : may.join(", ")}, because ${reason}. Move the shared part down, or hand it in as a parameter.`,
    { path: `^${folder}/`, pathNot: [TESTS, ...innerLayers(folder)] },
    { path: `^${oneOf([...LAYERS.map((layer) => layer.folder), "tests", "tooling", "docs"])}/`, pathNot: `^${oneOf([folder, ...may])}/` },
  );

/** Layers within a layer keep to arrows of their own. */
const innerLayers = (folder: string): readonly string[] =>
  LAYERS.filter((layer) => layer.folder.startsWith(`${folder}/`)).map((layer) => `^${layer.folder}/`);

const simArrowRule = ({ folder, may, reason }: (typeof SIM_LAYERS)[number]): LayerRule =>
  rule(
    `layer-sim-${folder}`,
    `Of sim, ${folder} may import ${may.length === 0 ? "nothing but itself" : may.join(", ")}, because ${reason}. Move the shared part down, or hand it in where the world is put together.`,
    { path: `^sim/${folder}/`, pathNot: TESTS },
    { path: "^sim/", pathNot: `^sim/${oneOf([folder, ...may])}/` },
  );

const strangerRule = (from: string, to: string, instead: string): LayerRule =>
  rule(
    `${from}-never-meets-${to}`,
    `${from} and ${to} must not know each other, not even through a third file: ${instead}.`,
    { path: `^${from}/`, pathNot: TESTS },
    { path: `^${to}/`, reachable: true },
  );

const PURE = `^${oneOf(LAYERS.filter((layer) => layer.pure).map((layer) => layer.folder))}/`;
const pureRules = [
  rule(
    "pure-no-builtin",
    "A pure layer reaches no Node built-in. Take the value as a parameter, or do the work in pool or env.",
    { path: PURE, pathNot: TESTS },
    { dependencyTypes: ["core"] },
  ),
  rule(
    "pure-packages",
    "A pure layer imports only packages that compute. Add it to PURE_PACKAGES in tooling/layers.ts with its reason, or move the code to pool or env.",
    { path: PURE, pathNot: TESTS },
    { path: "(^|/)node_modules/", pathNot: packagePath(Object.keys(PURE_PACKAGES)) },
  ),
];

const outsideRule = (name: string, places: readonly string[]): LayerRule =>
  rule(
    `one-place-reaches-${name.replace("@", "")}`,
    `${name} is reached from ${places.join(" and ")} alone, so that a change of library is a change there. Use what is exported there, or widen it.`,
    { pathNot: [`^${oneOf(places)}`, TESTS, "^tooling/"] },
    { path: packagePath([name]) },
  );

const pluginRules = (root: string, { folder, entry }: (typeof PLUGINS)[number]): readonly LayerRule[] => {
  const inside = `^${folder}/${oneOf(pluginNames(root, folder, entry))}/`;
  return [
    rule(
      `no-import-into-${folder}`,
      `A loader finds ${folder}/*/${entry} by reading the folder; nobody imports inside one. Name it by its id, or lift what is shared to ${folder}/.`,
      { pathNot: [`^${folder}/[^/]+/`, TESTS] },
      { path: inside },
    ),
    rule(
      `no-sibling-in-${folder}`,
      `One of ${folder} knows nothing of another. Lift what both need to ${folder}/ or to kube/.`,
      { path: inside, pathNot: TESTS },
      { path: inside, pathNot: `^${folder}/$1/` },
    ),
  ];
};

/** Sub-folders that hold the entry file; an impossible name when there is none, so that the rule stays valid. */
const pluginNames = (root: string, folder: string, entry: string): readonly string[] => {
  const path = join(root, folder);
  const names = existsSync(path) ? readdirSync(path).filter((name) => existsSync(join(path, name, entry))) : [];
  return names.length === 0 ? ["-none-"] : names;
};

const pageRules = [
  rule(
    "page-packages",
    "Pages run in a browser and are bundled with few packages. Add it to PAGE_PACKAGES in tooling/layers.ts with its reason, or do without.",
    { path: "^viewer/", pathNot: TESTS },
    { path: "(^|/)node_modules/", pathNot: packagePath(Object.keys(PAGE_PACKAGES)) },
  ),
  rule(
    "page-no-builtin",
    "Pages run in a browser, which has no Node built-in. Let the server do it.",
    { path: "^viewer/", pathNot: TESTS },
    { dependencyTypes: ["core"] },
  ),
];

const commonRules = [
  rule(
    "no-cycle",
    "Two files that need each other are one idea or three. Move the shared part to a file of its own.",
    {},
    { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  ),
  rule(
    "no-test-in-product",
    "What ships does not import tests. Move the helper beside the code that it serves.",
    { pathNot: TESTS },
    { path: TESTS },
  ),
  rule(
    "resolvable",
    "The import points nowhere. Write ./x.ts inside a top-level folder and #folder/x.ts across folders.",
    {},
    { couldNotResolve: true },
  ),
  rule(
    "declared",
    "The package is not in package.json's dependencies. Add it with an exact version, or do without.",
    { pathNot: [TESTS, "^tooling/", "^viewer/", "^charts/actor/build/", "\\.config\\.ts$"] },
    { dependencyTypes: ["npm-no-pkg", "npm-dev", "npm-unknown"], pathNot: "node_modules/@types/" },
  ),
];
