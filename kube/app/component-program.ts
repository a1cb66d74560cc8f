import { keepFor } from "#core/keep-for.ts";
import type { AppBehaviour, ImageBehaviour } from "./behaviour.ts";
import { commandOption } from "./command-option.ts";
import type { ChartValues, ComponentValues } from "./manifest-values.ts";
import { allComponents } from "./operated-components.ts";
import type { SettingSource } from "./setting-source.ts";
import { valueAt } from "./value-at.ts";

/** An app as its chart's two files describe it. */
export interface AppDescription {
  readonly behaviour: AppBehaviour;
  readonly values: ChartValues;
}

/** Name of the app's own program that a component runs; undefined for a product's. */
export const programOf = (behaviour: AppBehaviour, component: ComponentValues): string | undefined => {
  const executable = executableOf(behaviour, component);
  return executable === undefined ? undefined : imageOf(behaviour.images, component)?.programs[executable];
};

/** Name of the executable of the program of the app's own that a component runs. */
export const executableOf = ({ images }: AppBehaviour, component: ComponentValues): string | undefined => {
  const image = imageOf(images, component);
  const command = (component.command ?? image?.command ?? [])[0] ?? "";
  const name = command.slice(command.lastIndexOf("/") + 1);
  return image !== undefined && Object.hasOwn(image.programs, name) ? name : undefined;
};

/** The app's own image that a component runs. */
export const imageOf = (images: readonly ImageBehaviour[], { image }: ComponentValues): ImageBehaviour | undefined =>
  byReference(images).get(image);

const byReference = keepFor(
  (images: readonly ImageBehaviour[]): ReadonlyMap<string, ImageBehaviour> =>
    new Map(images.toReversed().flatMap((image) => image.tags.map((tag) => [`${image.repository}:${tag}`, image] as const))),
);

/** The component whose pods a Service selects, by the host of an address. */
export const componentAt = (values: ChartValues, host: string): ComponentValues | undefined => {
  const [service] = host.split(".");
  return allComponents(values).find(({ name, services = [] }) => name === service || services.some((further) => further.name === service));
};

/** Text of a setting in a component's container: by option, variable, file, or default, as its program reads it. */
export const settingOf = (app: AppDescription, component: ComponentValues, name: string): string => {
  const source = app.behaviour.settings[name];
  if (source === undefined) return "";
  return (
    (source.flag === undefined ? undefined : commandOption([...(component.command ?? []), ...(component.args ?? [])], source.flag)) ??
    textInVariables((variable) => variableOf(app.values, component, variable), source) ??
    (source.file === undefined ? undefined : textIn(fileOf(app, component, source.file), source)) ??
    source.default ??
    ""
  );
};

/** Text of a setting that variables hold: one alone, the part of one that a pattern finds, or a host and a port. */
export const textInVariables = (
  textOf: (variable: string) => string | undefined,
  { env, portEnv, pattern, file }: SettingSource,
): string | undefined => {
  const value = env === undefined ? undefined : textOf(env);
  if (value === undefined) return undefined;
  if (portEnv !== undefined) return `${value}:${textOf(portEnv) ?? ""}`;
  return pattern === undefined || file !== undefined ? value : new RegExp(pattern).exec(value)?.[1];
};

/** Value of a variable: the container's own, else that of the last ConfigMap or Secret that has it. */
const variableOf = (
  { configMaps = [], secrets = [] }: ChartValues,
  { env, envFrom = [], envFromSecrets = [] }: ComponentValues,
  name: string | undefined,
) => {
  if (name === undefined) return undefined;
  const taken = [
    ...envFrom.map((source) => configMaps.find((configMap) => configMap.name === source)?.data[name]),
    ...envFromSecrets.map((source) => secrets.find((secret) => secret.name === source)?.data[name]),
  ];
  return env?.find((variable) => variable.name === name)?.value ?? taken.findLast((value) => value !== undefined);
};

const fileOf = ({ behaviour, values }: AppDescription, component: ComponentValues, file: string): string | undefined => {
  for (const mount of component.mounts ?? []) {
    if (!("configMap" in mount)) continue;
    const data = values.configMaps?.find(({ name }) => name === mount.configMap)?.data ?? {};
    const key = mount.key ?? file.slice(mount.path.length + 1);
    if (file === (mount.key === undefined ? `${mount.path}/${key}` : mount.path)) return data[key];
  }
  return imageOf(behaviour.images, component)?.files[file];
};

const textIn = (text: string | undefined, { path = "", portPath, pattern }: SettingSource): string | undefined => {
  if (pattern !== undefined) return new RegExp(pattern).exec(text ?? "")?.[1];
  const value = valueIn(text, path);
  const port = portPath === undefined ? undefined : valueIn(text, portPath);
  if (value === undefined || portPath === undefined) return value;
  return port === undefined ? undefined : `${value}:${port}`;
};

const valueIn = (text: string | undefined, path: string): string | undefined => {
  const value = text === undefined ? undefined : valueAt(JSON.parse(text), path);
  return value === undefined ? undefined : String(value);
};
