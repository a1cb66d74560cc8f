import type { KubeObject } from "../types/meta.ts";
import type { Ingress, Service, ServicePort } from "../types/network.ts";
import type { Container, PodSpec, Volume } from "../types/pod.ts";
import type { ConfigMap, PersistentVolumeClaim, Secret } from "../types/storage.ts";
import type { Deployment, StatefulSet } from "../types/workloads.ts";
import { imageIn, mapImages } from "./chart-image.ts";
import type {
  ChartValues,
  ComponentValues,
  ConfigMapValues,
  IngressValues,
  MountValues,
  PortValues,
  ServiceValues,
} from "./manifest-values.ts";

/**
 * Renders a chart's values to the objects of one instance, in the order in which they are applied.
 *
 * Only the namespace is added: defaults of the API server are left out, so that apply and diff see what the chart says.
 */
export const buildManifests = (values: ChartValues, { namespace }: { readonly namespace: string }): readonly KubeObject[] => {
  const chart = { values, namespace };
  return [
    ...(values.serviceAccount === undefined ? [] : [buildServiceAccount(values.serviceAccount, namespace)]),
    ...values.components.flatMap((component) => buildAccess(chart, component)),
    ...(values.configMaps ?? []).map((entry) => buildConfigMap(chart, entry)),
    ...(values.secrets ?? []).map((entry) => buildSecret(chart, entry)),
    ...values.components.flatMap((component) => buildClaims(chart, component)),
    ...values.components.flatMap((component) => buildServices(chart, component)),
    ...(values.ingresses ?? []).map((entry) => buildIngress(chart, entry)),
    ...values.components.map((component) => buildWorkload(chart, component)),
    ...(values.customResources ?? []).map((object) => buildExtraObject(chart, object)),
    ...(values.extraObjects ?? []).map((object) => buildExtraObject(chart, object)),
  ];
};

interface Chart {
  readonly values: ChartValues;
  readonly namespace: string;
}

const metadata = ({ values, namespace }: Chart, name: string, component: string) => ({
  name,
  namespace,
  labels: labelsOf(values, component),
});

const labelsOf = ({ labelKey, furtherLabelKeys = [] }: ChartValues, component: string): Readonly<Record<string, string>> =>
  Object.fromEntries([labelKey, ...furtherLabelKeys].map((key) => [key, component]));

/** The account of components without rights, which need no token of the API server. */
const buildServiceAccount = (name: string, namespace: string): KubeObject & { readonly automountServiceAccountToken: boolean } => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name, namespace },
  automountServiceAccountToken: false,
});

/** The service account of a component that has rights, with them. */
const buildAccess = (chart: Chart, { name, rules }: ComponentValues): readonly KubeObject[] => {
  if (rules === undefined) return [];
  const apiVersion = "rbac.authorization.k8s.io/v1";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: metadata(chart, name, name) },
    { apiVersion, kind: "Role", metadata: metadata(chart, name, name), rules } as KubeObject,
    {
      apiVersion,
      kind: "RoleBinding",
      metadata: metadata(chart, name, name),
      subjects: [{ kind: "ServiceAccount", name, namespace: chart.namespace }],
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    } as KubeObject,
  ];
};

const buildConfigMap = (chart: Chart, { name, component, data }: ConfigMapValues): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: metadata(chart, name, component ?? name),
  data,
});

const buildSecret = (chart: Chart, { name, component, data }: ConfigMapValues): Secret => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: metadata(chart, name, component ?? name),
  type: "Opaque",
  stringData: data,
});

/** Claims of a Deployment; a StatefulSet makes its own. */
const buildClaims = (chart: Chart, component: ComponentValues): readonly PersistentVolumeClaim[] =>
  isStateful(component)
    ? []
    : claimsOf(chart, component).map((mount) => ({
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: metadata(chart, mount.claim, component.name),
        spec: claimSpec(mount),
      }));

const isStateful = ({ workload }: ComponentValues): boolean => workload === "statefulset";

const claimsOf = ({ values }: Chart, { mounts = [] }: ComponentValues): readonly ClaimMount[] =>
  values.storage === "ephemeral" ? [] : mounts.filter((mount) => "claim" in mount);

type ClaimMount = Extract<MountValues, { readonly claim: string }>;

const claimSpec = ({ size }: ClaimMount): PersistentVolumeClaim["spec"] => ({
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: size } },
});

const buildServices = (chart: Chart, component: ComponentValues): readonly Service[] => {
  const ports = component.ports ?? [];
  const own = ports.length === 0 ? [] : [buildService(chart, component, { name: component.name, ports })];
  const further = (component.services ?? []).map(({ ports: numbers, ...service }) =>
    buildService(chart, component, { ...service, ports: ports.filter(({ port }) => numbers.includes(port)) }),
  );
  return [...own, ...further];
};

const buildService = (
  chart: Chart,
  component: ComponentValues,
  { name, ports, type, headless }: Omit<ServiceValues, "ports"> & { readonly ports: readonly PortValues[] },
): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: metadata(chart, name, component.name),
  spec: {
    ...(type === undefined ? {} : { type }),
    ...(headless === true && { clusterIP: "None" }),
    ports: ports.map(buildServicePort),
    selector: { [chart.values.labelKey]: component.name },
  },
});

const buildServicePort = ({ port, targetPort = port, protocol, name }: PortValues): ServicePort => ({
  name: name ?? (protocol === "UDP" ? `${port}-udp` : `${port}`),
  port,
  targetPort,
  ...(protocol === undefined ? {} : { protocol }),
});

const buildIngress = (chart: Chart, { name, className, host, paths }: IngressValues): Ingress => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: metadata(chart, name, name),
  spec: {
    ...(className === undefined ? {} : { ingressClassName: className }),
    rules: [
      {
        host,
        http: {
          paths: paths.map(({ path, service, port }) => ({
            path,
            pathType: "Prefix",
            backend: { service: { name: service, port: { number: port } } },
          })),
        },
      },
    ],
  },
});

const buildWorkload = (chart: Chart, component: ComponentValues): Deployment | StatefulSet => {
  const claims = isStateful(component) ? claimsOf(chart, component) : [];
  return {
    apiVersion: "apps/v1",
    kind: isStateful(component) ? "StatefulSet" : "Deployment",
    metadata: metadata(chart, component.name, component.name),
    spec: {
      replicas: component.replicas ?? 1,
      selector: { matchLabels: { [chart.values.labelKey]: component.name } },
      ...(isStateful(component) && { serviceName: component.services?.findLast(({ headless }) => headless)?.name ?? component.name }),
      ...(component.strategy === undefined ? {} : { strategy: { type: component.strategy } }),
      template: { metadata: { labels: labelsOf(chart.values, component.name) }, spec: buildPodSpec(chart.values, component) },
      ...(claims.length === 0 ? {} : { volumeClaimTemplates: claims.map(buildClaimTemplate) }),
    },
  };
};

/** A claim without kind and namespace, which the API server adds. */
const buildClaimTemplate = (mount: ClaimMount) => ({ metadata: { name: mount.claim }, spec: claimSpec(mount) }) as PersistentVolumeClaim;

const buildPodSpec = (values: ChartValues, component: ComponentValues): PodSpec => {
  const { initContainers = [] } = component;
  const serviceAccount = component.rules === undefined ? values.serviceAccount : component.name;
  const ownClaims = isStateful(component) && values.storage !== "ephemeral";
  const mounts = [component, ...initContainers]
    .flatMap((container) => container.mounts ?? [])
    .filter((mount) => !(ownClaims && "claim" in mount));
  return {
    ...(serviceAccount === undefined ? {} : { serviceAccountName: serviceAccount }),
    ...(initContainers.length === 0 ? {} : { initContainers: initContainers.map((container) => buildContainer(values, container)) }),
    containers: [buildContainer(values, component)],
    ...(values.terminationGracePeriodSeconds === undefined ? {} : { terminationGracePeriodSeconds: values.terminationGracePeriodSeconds }),
    ...(mounts.length === 0 ? {} : { volumes: volumesOf(mounts).map((mount) => buildVolume(values, mount)) }),
  };
};

const buildContainer = (values: ChartValues, component: ComponentValues): Container => {
  const { command, args, env, ports = [], mounts = [], livenessProbe, readinessProbe } = component;
  const envFrom = sourcesOf(component);
  const resources = values.overrideResources === true ? values.resources : (component.resources ?? values.resources);
  return {
    name: component.container ?? component.name,
    image: imageIn(values.imageRegistry, component.image),
    ...(values.imagePullPolicy === undefined ? {} : { imagePullPolicy: values.imagePullPolicy }),
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args }),
    ...(ports.length === 0 ? {} : { ports: buildContainerPorts(ports) }),
    ...(envFrom.length === 0 ? {} : { envFrom }),
    ...(env === undefined ? {} : { env }),
    // As in the templates, no amounts are as good as none.
    ...(resources === undefined || Object.keys(resources).length === 0 ? {} : { resources }),
    ...(mounts.length === 0 ? {} : { volumeMounts: mounts.map(buildVolumeMount) }),
    ...(livenessProbe === undefined ? {} : { livenessProbe }),
    ...(readinessProbe === undefined || (readinessProbe.grpc && values.omitGrpcProbes) ? {} : { readinessProbe }),
  };
};

const sourcesOf = ({ envFrom = [], envFromSecrets = [] }: ComponentValues): NonNullable<Container["envFrom"]> => [
  ...envFrom.map((name) => ({ configMapRef: { name } })),
  ...envFromSecrets.map((name) => ({ secretRef: { name } })),
];

/** Ports of a container, each once: several ports of a Service may lead to it. */
const buildContainerPorts = (ports: readonly PortValues[]): NonNullable<Container["ports"]> =>
  ports
    .map(({ port, targetPort = port, protocol }) => ({ containerPort: targetPort, ...(protocol === undefined ? {} : { protocol }) }))
    .filter(
      ({ containerPort, protocol }, i, all) =>
        all.findIndex((other) => other.containerPort === containerPort && other.protocol === protocol) === i,
    );

/** A further object as it is written, with its images from the chart's registry. */
const buildExtraObject = ({ values, namespace }: Chart, object: KubeObject): KubeObject => ({
  ...mapImages(object, (image) => imageIn(values.imageRegistry, image)),
  metadata: { ...object.metadata, namespace },
});

/** One mount of each volume: several keys of a ConfigMap share one. */
const volumesOf = (mounts: readonly MountValues[]): readonly MountValues[] =>
  mounts.filter((mount, i) => mounts.findIndex((other) => volumeName(other) === volumeName(mount)) === i);

const volumeName = (mount: MountValues): string => {
  if ("claim" in mount) return mount.claim;
  if ("emptyDir" in mount) return mount.emptyDir;
  return "secret" in mount ? mount.secret : mount.configMap;
};

const buildVolume = ({ storage }: ChartValues, mount: MountValues): Volume => {
  const name = volumeName(mount);
  if ("configMap" in mount) return { name, configMap: { name: mount.configMap } };
  if ("emptyDir" in mount) return { name, emptyDir: {} };
  if ("secret" in mount) return { name, secret: { secretName: mount.secret } };
  return storage === "ephemeral" ? { name, emptyDir: {} } : { name, persistentVolumeClaim: { claimName: mount.claim } };
};

/** Mounts one key as one file, so that the directory around it keeps the image's files. */
const buildVolumeMount = (mount: MountValues) => ({
  name: volumeName(mount),
  mountPath: mount.path,
  ...("key" in mount && mount.key !== undefined ? { subPath: mount.key } : {}),
});
