import { programComponents } from "../call-graph.ts";
import type { AppDescription } from "../component-program.ts";
import { type DescriptionFile, describeProblems, type FieldProblem, parseDescription } from "../description-file.ts";
import { type VariantStyles, variantStyles } from "./variant-styles.ts";

/**
 * Parses what may differ between the forms of an app.
 *
 * @throws DescriptionError that names file, line and field of everything that is wrong
 */
export const parseVariants = (file: DescriptionFile, app: AppDescription): VariantStyles => {
  const source = parseDescription(file);
  const checked = variantStyles.safeParse(source.document.toJS());
  const problems: readonly FieldProblem[] = checked.success
    ? checkNames(checked.data, app)
    : checked.error.issues.map(({ path, message }) => ({ path: path.map(String), problem: message }));
  if (checked.success && problems.length === 0) return checked.data;
  throw describeProblems([source], problems);
};

/** Checks that what it names of the app is there, and that what it adds is not. */
const checkNames = (styles: VariantStyles, app: AppDescription): readonly FieldProblem[] => {
  const { behaviour, values } = app;
  const { names, settings, images, optional, customResources, environment } = styles;
  const components = values.components.map(({ name }) => name);
  const files = Object.values(behaviour.settings).flatMap(({ file }) => file ?? []);
  const shared = (values.configMaps ?? []).filter(({ component }) => component === undefined).map(({ name }) => name);
  const custom = (values.customResources ?? []).map(({ metadata }) => metadata.name);
  const references = values.components.map(({ image }) => image);
  return [
    ...unknown(["names", "words"], "component", Object.keys(names.words), components),
    ...unknown(["names", "sharedConfigMaps"], "shared ConfigMap", Object.keys(names.sharedConfigMaps ?? {}), shared),
    ...unknown(["names", "customResources"], "custom resource", Object.keys(names.customResources ?? {}), custom),
    ...unknown(["customResources"], "custom resource", Object.keys(customResources ?? {}), custom),
    ...unknown(["settings", "files"], "file of settings", Object.keys(settings.files), files),
    ...unknown(["images"], "image", Object.keys(images), references),
    ...optional
      .map((name, i) => ({ name, path: ["optional", `${i}`] }))
      .filter(({ name }) => !components.includes(name))
      .map(({ name, path }) => ({ path, problem: `no component is called ${name}` })),
    ...environment.flatMap(({ name }, i) => {
      const owner = programComponents(app).find(({ component: { env } }) => env?.some((variable) => variable.name === name));
      const problem = `the component ${owner?.component.name} sets ${name} itself, and a container has a variable once`;
      return owner === undefined ? [] : [{ path: ["environment", `${i}`, "name"], problem }];
    }),
  ];
};

const unknown = (path: readonly string[], what: string, named: readonly string[], known: readonly string[]): readonly FieldProblem[] =>
  named.filter((name) => !known.includes(name)).map((name) => ({ path: [...path, name], problem: `the chart has no ${what} ${name}` }));
