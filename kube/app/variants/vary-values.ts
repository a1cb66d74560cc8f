import { applyMergePatch } from "../../patch-algorithms/merge-patch.ts";
import type { KubeObject } from "../../types/meta.ts";
import type { EnvVar, Probe } from "../../types/pod.ts";
import { listeningPort, type ProgramComponent, programComponents, storeOf } from "../call-graph.ts";
import type { AppDescription } from "../component-program.ts";
import type {
  ChartValues,
  ComponentValues,
  ConfigMapValues,
  IngressValues,
  InitContainerValues,
  MountValues,
  PortValues,
} from "../manifest-values.ts";
import type { DocumentStore } from "../store-behaviour.ts";
import { portIn } from "./draw-ports.ts";
import type { Variation } from "./draw-variation.ts";
import type { VariantStyles } from "./variant-styles.ts";

/** The values of an app's chart in the words of a variant. */
export const varyValues = (app: AppDescription, variation: Variation, { credentials }: VariantStyles): ChartValues => {
  const { values } = app;
  const { left, labelKey, resources, terminationGracePeriodSeconds, extraObjects } = variation;
  const isKept = ({ component }: ConfigMapValues): boolean => component === undefined || !left.has(component);
  const kept = values.components.filter(({ name }) => !left.has(name));
  return {
    ...values,
    labelKey,
    terminationGracePeriodSeconds,
    ...(values.serviceAccount === undefined ? {} : { serviceAccount: variation.names.namespace }),
    ...(resources === undefined ? {} : { resources }),
    configMaps: (values.configMaps ?? []).filter(isKept).map((configMap) => varyConfigMap(app, configMap, variation, credentials.texts)),
    ...(values.secrets === undefined ? {} : { secrets: values.secrets.filter(isKept).map((secret) => varySecret(secret, variation)) }),
    ...(values.ingresses === undefined ? {} : { ingresses: values.ingresses.map((ingress) => varyIngress(ingress, variation)) }),
    components: kept.map((component) => varyComponent(app, component, variation)),
    ...(values.customResources === undefined
      ? {}
      : { customResources: values.customResources.map((resource) => varyCustomResource(resource, variation)) }),
    ...(extraObjects.length === 0 ? {} : { extraObjects }),
  };
};

/** A custom resource under its new name, with what is drawn of its spec; names of ConfigMaps in it follow. */
const varyCustomResource = (resource: KubeObject, { names, customResources }: Variation): KubeObject => {
  const { name } = resource.metadata;
  const { spec } = applyMergePatch(resource, { spec: customResources.get(name) ?? {} }) as KubeObject & { readonly spec: unknown };
  const rename = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return key.endsWith("ConfigMapName") ? (names.configMaps.get(value) ?? value) : value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, rename(inner, own)]));
  };
  return {
    ...resource,
    metadata: { ...resource.metadata, name: names.customResources.get(name) ?? name },
    spec: rename(spec, "spec"),
  } as KubeObject;
};

const varyConfigMap = (
  app: AppDescription,
  configMap: ConfigMapValues,
  variation: Variation,
  texts: readonly string[],
): ConfigMapValues => {
  const { names, settings, stores } = variation;
  const user = programComponents(app).find((caller) => storeOf(app, caller) === configMap.component);
  const data = Object.entries(settings.data(configMap)).map(([key, text]) => [
    key,
    replaceAccount(
      text,
      texts,
      user?.program.store?.kind === "document" ? user.program.store : undefined,
      user === undefined ? undefined : stores.get(user.name),
    ),
  ]);
  const { name, component } = configMap;
  return {
    name: names.configMaps.get(name) ?? name,
    ...(component === undefined ? {} : { component: names.components.get(component) ?? component }),
    data: Object.fromEntries(data),
  };
};

const varySecret = (secret: ConfigMapValues, { names, settings }: Variation): ConfigMapValues => ({
  name: names.secrets.get(secret.name) ?? secret.name,
  ...(secret.component === undefined ? {} : { component: names.components.get(secret.component) ?? secret.component }),
  data: settings.data(secret),
});

/** An Ingress of the namespace's name, as its host has it too. */
const varyIngress = (ingress: IngressValues, { names, ports }: Variation): IngressValues => ({
  ...ingress,
  name: names.namespace,
  host: `${names.namespace}${ingress.host.slice(ingress.host.indexOf("."))}`,
  paths: ingress.paths.map(({ path, service, port }) => ({
    path,
    service: names.components.get(service) ?? service,
    port: portIn(ports, service, port),
  })),
});

type Account = Pick<DocumentStore, "database" | "credentials">;

/** Puts the drawn database and account in place of the published ones, wherever one of the texts names them. */
const replaceAccount = (text: string, texts: readonly string[], published: Account | undefined, drawn: Account | undefined): string =>
  published === undefined || drawn === undefined
    ? text
    : texts.reduce((replaced, pattern) => replaced.replaceAll(fillAccount(pattern, published), fillAccount(pattern, drawn)), text);

const fillAccount = (pattern: string, { database, credentials }: Account): string =>
  pattern
    .replaceAll("{database}", database)
    .replaceAll("{user}", credentials?.user ?? "")
    .replaceAll("{password}", credentials?.password ?? "");

const varyComponent = (app: AppDescription, component: ComponentValues, variation: Variation): ComponentValues => {
  const { names, images, settings, environment, replicas } = variation;
  const own = programComponents(app).find((other) => other.component === component);
  const { name, command, args, ports, services, mounts, env, envFrom, envFromSecrets, initContainers } = component;
  const drawn = replicas.get(name) ?? 1;
  const variables = [
    ...(settings.environment(env) ?? []).map((variable) => varySource(variable, names.secrets)),
    ...(own === undefined ? [] : environment),
  ];
  return {
    ...component,
    name: names.components.get(name) ?? name,
    container: names.containers.get(name) ?? name,
    image: images.get(component.image) ?? component.image,
    ...wordsOf({ command, args }, settings),
    ...(drawn === 1 ? {} : { replicas: drawn }),
    ...(variables.length === 0 ? {} : { env: variables }),
    ...(envFrom === undefined ? {} : { envFrom: envFrom.map((source) => names.configMaps.get(source) ?? source) }),
    ...(envFromSecrets === undefined ? {} : { envFromSecrets: envFromSecrets.map((source) => names.secrets.get(source) ?? source) }),
    ...(ports === undefined ? {} : { ports: ports.map((each) => varyPort(each, name, own, variation)) }),
    ...(services === undefined
      ? {}
      : {
          services: services.map((service) => ({
            ...service,
            name: names.services.get(service.name) ?? service.name,
            ports: service.ports.map((port) => portIn(variation.ports, name, port)),
          })),
        }),
    ...(mounts === undefined ? {} : { mounts: mounts.map((mount) => varyMount(mount, variation)) }),
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map((container) => varyInitContainer(container, variation)) }),
    ...(own === undefined ? {} : probesOf(app, own, variation)),
  };
};

/** A variable that is a key of a Secret, by the Secret's new name. */
const varySource = (variable: EnvVar, secrets: ReadonlyMap<string, string>): EnvVar => {
  const ref = variable.valueFrom?.secretKeyRef;
  const here = secrets.get(ref?.name ?? "");
  return ref === undefined || here === undefined ? variable : { ...variable, valueFrom: { secretKeyRef: { ...ref, name: here } } };
};

/** Its name may have that of a component in it: `wait-for-broker`. */
const varyInitContainer = (container: InitContainerValues, variation: Variation): InitContainerValues => {
  const { name, command, args, mounts } = container;
  const [named] = [...variation.names.components]
    .filter(([published]) => name.endsWith(`-${published}`))
    .sort(([a], [b]) => b.length - a.length);
  return {
    ...container,
    name: named === undefined ? name : `${name.slice(0, -named[0].length)}${named[1]}`,
    image: variation.images.get(container.image) ?? container.image,
    ...wordsOf({ command, args }, variation.settings),
    ...(mounts === undefined ? {} : { mounts: mounts.map((mount) => varyMount(mount, variation)) }),
  };
};

/** Command and arguments of a container, as far as it has them. */
const wordsOf = (
  { command, args }: { readonly command: ComponentValues["command"]; readonly args: ComponentValues["args"] },
  settings: Variation["settings"],
): Pick<ComponentValues, "command" | "args"> => {
  const [own, further] = [settings.words(command), settings.words(args)];
  return { ...(own === undefined ? {} : { command: own }), ...(further === undefined ? {} : { args: further }) };
};

const varyMount = (mount: MountValues, { names, settings }: Variation): MountValues => {
  if ("emptyDir" in mount) return mount;
  if ("secret" in mount) return { ...mount, secret: names.secrets.get(mount.secret) ?? mount.secret };
  return "claim" in mount
    ? { ...mount, claim: names.claims.get(mount.claim) ?? mount.claim }
    : { ...settings.mount(mount), configMap: names.configMaps.get(mount.configMap) ?? mount.configMap };
};

const varyPort = (
  published: PortValues,
  component: string,
  own: ProgramComponent | undefined,
  { ports, portNames }: Variation,
): PortValues => {
  const { targetPort } = published;
  const port = portIn(ports, component, published.port);
  const target = targetPort === undefined ? {} : { targetPort: portIn(ports, component, targetPort) };
  if (portNames === null) return { ...published, port, ...target };
  const spoken = published.port === own?.program.metrics?.port ? "metrics" : own?.program.listens?.protocol;
  const protocol = spoken ?? (published.protocol ?? "TCP").toLowerCase();
  return { ...published, port, ...target, name: portNames.replaceAll("{protocol}", protocol).replaceAll("{port}", `${port}`) };
};

/** Probes that try the program's port: those that are drawn, else the chart's own. */
const probesOf = (app: AppDescription, own: ProgramComponent, { probes, ports }: Variation) => {
  const port = listeningPort(app, own);
  if (port === undefined) return {};
  const { name, readinessProbe, livenessProbe } = own.component;
  const drawn = portIn(ports, name, port);
  /** The same way of asking, at the drawn port. */
  const handlerOf = (probe: Probe | undefined): Pick<Probe, "httpGet" | "tcpSocket" | "grpc"> => {
    if (probe?.grpc !== undefined) return { grpc: { ...probe.grpc, port: drawn } };
    return probe?.httpGet === undefined ? { tcpSocket: { port: drawn } } : { httpGet: { ...probe.httpGet, port: drawn } };
  };
  const published = { readinessProbe, livenessProbe };
  return {
    ...(readinessProbe === undefined ? {} : { readinessProbe: { ...readinessProbe, ...handlerOf(readinessProbe) } }),
    ...(livenessProbe === undefined ? {} : { livenessProbe: { ...livenessProbe, ...handlerOf(livenessProbe) } }),
    ...Object.fromEntries(
      Object.entries(probes).map(([field, probe]) => [field, { ...handlerOf(published[field as keyof typeof published]), ...probe }]),
    ),
  };
};
