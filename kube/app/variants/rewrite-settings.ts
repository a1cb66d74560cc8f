import { programComponents } from "../call-graph.ts";
import { type AppDescription, componentAt } from "../component-program.ts";
import { listenPort, withListenPort } from "../listen-port.ts";
import type { ComponentValues, ConfigMapValues, MountValues } from "../manifest-values.ts";
import type { SettingSource } from "../setting-source.ts";
import { valueAt } from "../value-at.ts";
import type { VariantNames } from "./draw-names.ts";
import { portIn, type VariantPorts } from "./draw-ports.ts";
import { type KeyStyle, writeKey, writePath } from "./key-styles.ts";

/** Choices of a variant that settings depend on. */
export interface SettingChoices {
  readonly names: Pick<VariantNames, "components" | "services">;
  readonly ports: VariantPorts;
  readonly keys: KeyStyle;
  /** Place of each file of settings, by its published path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Rewrites wherever an app's settings stand, so that its programs read the same as before in other words. */
export interface SettingRewriter {
  readonly source: (source: SettingSource, name: string) => SettingSource;
  readonly builtInFiles: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly data: (configMap: ConfigMapValues) => Readonly<Record<string, string>>;
  readonly mount: (mount: MountValues) => MountValues;
  readonly environment: (env: ComponentValues["env"]) => ComponentValues["env"];
  /** Words of a command, with the addresses in them. */
  readonly words: (words: readonly string[] | undefined) => readonly string[] | undefined;
}

/** Creates the rewriter of an app's settings for the choices of a variant. */
export const settingRewriter = (app: AppDescription, choices: SettingChoices): SettingRewriter => {
  const writeValue = (name: string | undefined, value: string): string =>
    portSetting(app, choices, name, value) ?? address(app, choices, value);
  const place = (file: string): string => choices.files.get(file) ?? file;
  return {
    source: ({ file, path, portPath, default: fallback, ...others }, name) => ({
      ...others,
      ...(file === undefined ? {} : { file: place(file) }),
      ...(path === undefined ? {} : { path: writePath(path, choices.keys) }),
      ...(portPath === undefined ? {} : { portPath: writePath(portPath, choices.keys) }),
      ...(fallback === undefined ? {} : { default: writeValue(name, fallback) }),
    }),
    builtInFiles: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([file, text]) => [
          place(file),
          choices.files.has(file) ? rewriteDocument(app, choices, file, text) : text,
        ]),
      ),
    data: (configMap) =>
      Object.fromEntries(
        Object.entries(configMap.data).map(([key, text]) => {
          if (isEnvironment(app, configMap))
            return [key, rewriteVariable(app, choices, variablesIn(configMap), { name: key, value: text }).value ?? text];
          const files = mountedAt(app, configMap.name, key);
          const file = files.find((mounted) => choices.files.has(mounted));
          return file === undefined
            ? [key, rewriteText(app, choices, { configMap, files, text })]
            : [baseName(place(file)), rewriteDocument(app, choices, file, text)];
        }),
      ),
    mount: (mount) => rewriteMount(mount, choices, place),
    environment: (env) => env?.map((variable) => rewriteVariable(app, choices, env, variable)),
    words: (words) => words?.map((word, i) => rewriteWord(app, choices, word, words[i - 1])),
  };
};

const variablesIn = ({ data }: ConfigMapValues): readonly Variable[] => Object.entries(data).map(([name, value]) => ({ name, value }));

/** A word of a command: the value of an option that holds a port, or a text with addresses in it. */
const rewriteWord = (app: AppDescription, choices: SettingChoices, word: string, before: string | undefined): string => {
  const [setting] = before === undefined ? [] : (Object.entries(app.behaviour.settings).find(([, { flag }]) => flag === before) ?? []);
  const own = portSetting(app, choices, setting, word);
  if (own !== undefined) return own;
  return word
    .replace(ADDRESS, (found) => address(app, choices, found))
    .replace(HOST_AND_PORT, (found) => address(app, choices, found.replace(" ", ":")).replace(":", " "));
};

type Variable = NonNullable<ComponentValues["env"]>[number];

/** A variable with the addresses and ports that settings read from it, and every other address in it, in new words. */
const rewriteVariable = (app: AppDescription, choices: SettingChoices, env: readonly Variable[], variable: Variable): Variable => {
  const { name, value } = variable;
  if (value === undefined) return variable;
  const settings = Object.entries(app.behaviour.settings);
  for (const [setting, { env: own }] of settings) {
    const port = own === name ? portSetting(app, choices, setting, value) : undefined;
    if (port !== undefined) return { name, value: port };
  }
  const textOf = (other: string | undefined) => env.find((one) => one.name === other)?.value;
  for (const [, source] of settings) {
    const [host, port] = [textOf(source.env), textOf(source.portEnv)];
    if (host === undefined || port === undefined || (source.env !== name && source.portEnv !== name)) continue;
    const [newHost = host, newPort = port] = address(app, choices, `${host}:${port}`).split(":");
    return { name, value: source.env === name ? newHost : newPort };
  }
  const patterns = settings.flatMap(([, { env: own, pattern }]) => (own === name && pattern !== undefined ? [pattern] : []));
  const renamed = patterns.reduce(
    (text, pattern) =>
      text.replace(new RegExp(pattern), (whole, host: string) => whole.replace(host, choices.names.components.get(host) ?? host)),
    value,
  );
  return { name, value: renamed.replace(ADDRESS, (text) => address(app, choices, text)) };
};

const isEnvironment = ({ values }: AppDescription, { name }: ConfigMapValues): boolean =>
  values.components.some(({ envFrom, envFromSecrets }) => envFrom?.includes(name) || envFromSecrets?.includes(name));

/** A JSON document of settings with its keys, addresses and ports in new words. */
const rewriteDocument = (app: AppDescription, choices: SettingChoices, file: string, text: string): string => {
  const sources = Object.entries(app.behaviour.settings).filter(([, source]) => source.file === file);
  const document: unknown = JSON.parse(text);
  const rewriteAt = (value: string, path: string): string => {
    const [name, source] = sources.find(([, { path: own, portPath }]) => own === path || portPath === path) ?? [];
    if (source?.portPath === undefined) return portSetting(app, choices, name, value) ?? address(app, choices, value);
    const place = `${valueAt(document, source.path ?? "")}:${valueAt(document, source.portPath)}`;
    const [host = "", port = ""] = address(app, choices, place).split(":");
    return source.portPath === path ? port : host;
  };
  const rewrite = (value: unknown, path: string): unknown => {
    if (typeof value === "string") return rewriteAt(value, path);
    if (typeof value === "number") return Number(rewriteAt(`${value}`, path));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [writeKey(key, choices.keys), rewrite(inner, path === "" ? key : `${path}.${key}`)]),
    );
  };
  return `${JSON.stringify(rewrite(document, ""), null, 2)}\n`;
};

interface MountedText {
  readonly configMap: ConfigMapValues;
  readonly files: readonly string[];
  readonly text: string;
}

/** Another file with the values of its settings, and every address in it, in new words. */
const rewriteText = (app: AppDescription, choices: SettingChoices, { configMap, files, text }: MountedText): string => {
  const own = Object.entries(app.behaviour.settings).filter(([name, { file, pattern }]) => {
    const reader = programComponents(app).find(({ program }) => program.listens?.port === name)?.component.name;
    return pattern !== undefined && files.includes(file ?? "") && (reader === undefined || reader === configMap.component);
  });
  return own
    .reduce(
      (written, [name, { pattern = "" }]) =>
        written.replace(new RegExp(pattern), (whole, value: string) =>
          whole.replace(value, portSetting(app, choices, name, value) ?? value),
        ),
      text,
    )
    .replace(ADDRESS, (found) => address(app, choices, found));
};

const ADDRESS = /[a-z0-9][-a-z0-9.]*:\d+/g;
/** A host and a port as arguments of a command: `nc -z broker 9092`. */
const HOST_AND_PORT = /\b[a-z0-9][-a-z0-9.]* \d+\b/g;

/** A setting that holds the port of a program. */
const portSetting = (app: AppDescription, { ports }: SettingChoices, name: string | undefined, value: string): string | undefined => {
  const listener = name === undefined ? undefined : programComponents(app).find(({ program }) => program.listens?.port === name);
  return listener === undefined ? undefined : withListenPort(value, portIn(ports, listener.component.name, listenPort(value)));
};

/** `host:port` of a component of the app in its new words; other texts as they are. */
const address = (app: AppDescription, { names, ports }: SettingChoices, value: string): string => {
  const [, host = "", domain = "", port] = /^([a-z0-9][-a-z0-9]*)((?:\.[-a-z0-9]+)*):(\d+)$/.exec(value) ?? [];
  const component = port === undefined ? undefined : componentAt(app.values, host);
  const renamed = names.components.get(host) ?? names.services.get(host);
  return component === undefined || renamed === undefined ? value : `${renamed}${domain}:${portIn(ports, component.name, Number(port))}`;
};

/** Paths of the files that a key of a ConfigMap becomes in containers. */
const mountedAt = ({ values }: AppDescription, configMap: string, key: string): readonly string[] =>
  values.components
    .flatMap(({ mounts = [] }) => mounts)
    .flatMap((mount) => {
      if (!("configMap" in mount) || mount.configMap !== configMap) return [];
      if (mount.key === undefined) return [`${mount.path}/${key}`];
      return mount.key === key ? [mount.path] : [];
    });

const rewriteMount = (mount: MountValues, { files }: SettingChoices, place: (file: string) => string): MountValues => {
  if (!("configMap" in mount)) return mount;
  if (mount.key !== undefined)
    return files.has(mount.path) ? { ...mount, path: place(mount.path), key: baseName(place(mount.path)) } : mount;
  const within = [...files.keys()].find((file) => file.startsWith(`${mount.path}/`));
  return within === undefined ? mount : { ...mount, path: folderOf(place(within)) };
};

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
