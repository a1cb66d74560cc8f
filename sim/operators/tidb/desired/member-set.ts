import type { Container, EnvVar, PodSpec, Volume } from "#kube/types/pod.ts";
import type { ConfigMap, PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { Member, MemberSpec } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { ownerReferenceTo } from "../../../controller-runtime/controller.ts";
import { componentLabels, memberName, peerName, type TidbCluster } from "../tidb-cluster.ts";
import { START_SCRIPTS } from "./start-scripts.ts";

/** The StatefulSet that a cluster's resource asks for, of one component. */
export const memberSet = (cluster: TidbCluster, member: Member): StatefulSet => {
  const spec = cluster.spec[member] as MemberSpec;
  const labels = componentLabels(cluster, member);
  const storage = STORAGE[member] === undefined ? [] : [claimTemplate(member, spec)];
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: {
      name: memberName(cluster, member),
      namespace: cluster.metadata.namespace as string,
      labels,
      ownerReferences: [ownerReferenceTo(cluster)],
    },
    spec: {
      replicas: spec.replicas,
      selector: { matchLabels: labels },
      serviceName: peerName(cluster, member),
      podManagementPolicy: setting(cluster, spec, "podManagementPolicy") ?? "Parallel",
      updateStrategy:
        setting(cluster, spec, "statefulSetUpdateStrategy") === "OnDelete"
          ? { type: "OnDelete" }
          : { type: "RollingUpdate", rollingUpdate: { partition: spec.replicas } },
      template: {
        metadata: { labels: { ...labels, ...cluster.spec.labels, ...spec.labels }, annotations: annotationsOf(cluster, member, spec) },
        spec: podSpec(cluster, member, spec),
      },
      ...(storage.length === 0 ? {} : { volumeClaimTemplates: storage }),
    },
  };
};

/** The ConfigMap with a component's settings and start script. */
export const memberConfig = (cluster: TidbCluster, member: Member): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: memberName(cluster, member),
    namespace: cluster.metadata.namespace as string,
    labels: componentLabels(cluster, member),
    ownerReferences: [ownerReferenceTo(cluster)],
  },
  data: { "config-file": configOf(cluster, member), "startup-script": START_SCRIPTS[member] },
});

/** Image of a component. */
export const imageOf = ({ spec: { version, ...spec } }: TidbCluster, member: Member): string => {
  const own = spec[member];
  return `${own?.baseImage ?? `pingcap/${member}`}:${own?.version ?? version ?? "latest"}`;
};

/** Setting of a component, else the cluster's. */
const setting = <K extends keyof MemberSpec & keyof TidbCluster["spec"]>(cluster: TidbCluster, own: MemberSpec, name: K): MemberSpec[K] =>
  own[name] ?? (cluster.spec[name] as MemberSpec[K]);

const STATUS_PORTS = { pd: 2379, tikv: 20_180, tidb: 10_080 } as const;

const annotationsOf = (cluster: TidbCluster, member: Member, { annotations }: MemberSpec): Readonly<Record<string, string>> => ({
  ...cluster.spec.annotations,
  ...annotations,
  "prometheus.io/path": "/metrics",
  "prometheus.io/port": `${STATUS_PORTS[member]}`,
  "prometheus.io/scrape": "true",
});

const STORAGE: Readonly<Record<Member, string | undefined>> = { pd: "/var/lib/pd", tikv: "/var/lib/tikv", tidb: undefined };

const claimTemplate = (member: Member, { requests, storageClassName }: MemberSpec): PersistentVolumeClaim => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: member },
  spec: {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: requests?.["storage"] ?? "1Gi" } },
    ...(storageClassName === undefined ? {} : { storageClassName }),
  },
});

const podSpec = (cluster: TidbCluster, member: Member, spec: MemberSpec): PodSpec => {
  const optional = {
    schedulerName: setting(cluster, spec, "schedulerName"),
    nodeSelector: setting(cluster, spec, "nodeSelector"),
    tolerations: setting(cluster, spec, "tolerations"),
    affinity: setting(cluster, spec, "affinity"),
    priorityClassName: setting(cluster, spec, "priorityClassName"),
    terminationGracePeriodSeconds: setting(cluster, spec, "terminationGracePeriodSeconds"),
    securityContext: setting(cluster, spec, "podSecurityContext"),
  };
  return {
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    restartPolicy: "Always",
    containers: [container(cluster, member, spec)],
    volumes: volumesOf(cluster, member),
  } as PodSpec;
};

const container = (cluster: TidbCluster, member: Member, spec: MemberSpec): Container => {
  const policy = setting(cluster, spec, "imagePullPolicy");
  const resources = resourcesOf(spec);
  return {
    name: member,
    image: imageOf(cluster, member),
    ...(policy === undefined ? {} : { imagePullPolicy: policy as NonNullable<Container["imagePullPolicy"]> }),
    command: ["/bin/sh", `/usr/local/bin/${member}_start_script.sh`],
    ports: PORTS[member].map(([name, containerPort]) => ({ name, containerPort, protocol: "TCP" })),
    env: [...environment(cluster, member, spec), ...(spec.env ?? [])],
    ...(resources === undefined ? {} : { resources }),
    volumeMounts: mountsOf(cluster, member),
    ...(member === "tidb" ? { readinessProbe: { tcpSocket: { port: 4000 }, initialDelaySeconds: 10 } } : {}),
  };
};

const PORTS: Readonly<Record<Member, readonly (readonly [name: string, port: number])[]>> = {
  pd: [
    ["server", 2380],
    ["client", 2379],
  ],
  tikv: [["server", 20_160]],
  tidb: [
    ["server", 4000],
    ["status", 10_080],
  ],
};

/** Storage is no resource of a container. */
const resourcesOf = ({ requests, limits }: MemberSpec): Container["resources"] => {
  const without = (amounts: MemberSpec["requests"]) =>
    Object.fromEntries(Object.entries(amounts ?? {}).filter(([name]) => name !== "storage"));
  const [own, most] = [without(requests), without(limits)];
  if (Object.keys(own).length + Object.keys(most).length === 0) return undefined;
  return { ...(Object.keys(own).length === 0 ? {} : { requests: own }), ...(Object.keys(most).length === 0 ? {} : { limits: most }) };
};

const field = (name: string, fieldPath: string): EnvVar => ({ name, valueFrom: { fieldRef: { fieldPath } } }) as EnvVar;

const environment = (cluster: TidbCluster, member: Member, { limits }: MemberSpec): readonly EnvVar[] => {
  const { metadata, spec } = cluster;
  const zone = { name: "TZ", value: spec.timezone ?? "UTC" };
  const place = [field("NAMESPACE", "metadata.namespace"), { name: "CLUSTER_NAME", value: metadata.name }];
  const headless = { name: "HEADLESS_SERVICE_NAME", value: peerName(cluster, member) };
  if (member === "pd")
    return [
      field("NAMESPACE", "metadata.namespace"),
      { name: "PEER_SERVICE_NAME", value: peerName(cluster, member) },
      { name: "SERVICE_NAME", value: memberName(cluster, member) },
      { name: "SET_NAME", value: memberName(cluster, member) },
      zone,
    ];
  if (member === "tikv") return [...place, headless, { name: "CAPACITY", value: limits?.["storage"] ?? "0" }, zone];
  return [...place, field("POD_NAME", "metadata.name"), headless, zone];
};

const SCRIPT_FOLDER = "/etc/tidb-bootstrap";
const SCRIPT_FILE = "bootstrap.sql";

const scriptMap = ({ spec }: TidbCluster, member: Member): string | undefined =>
  member === "tidb" ? spec.tidb?.bootstrapSQLConfigMapName : undefined;

const mountsOf = (cluster: TidbCluster, member: Member): NonNullable<Container["volumeMounts"]> => [
  { name: "annotations", mountPath: "/etc/podinfo", readOnly: true },
  { name: "config", mountPath: `/etc/${member}`, readOnly: true },
  { name: "startup-script", mountPath: "/usr/local/bin", readOnly: true },
  ...(STORAGE[member] === undefined ? [] : [{ name: member, mountPath: STORAGE[member] }]),
  ...(scriptMap(cluster, member) === undefined ? [] : [{ name: "tidb-bootstrap-sql", mountPath: SCRIPT_FOLDER, readOnly: true }]),
];

const volumesOf = (cluster: TidbCluster, member: Member): readonly Volume[] => {
  const name = memberName(cluster, member);
  const script = scriptMap(cluster, member);
  return [
    {
      name: "annotations",
      downwardAPI: { items: [{ path: "annotations", fieldRef: { fieldPath: "metadata.annotations" } }] },
    },
    { name: "config", configMap: { name, items: [{ key: "config-file", path: `${member}.toml` }] } },
    { name: "startup-script", configMap: { name, items: [{ key: "startup-script", path: `${member}_start_script.sh` }] } },
    ...(script === undefined
      ? []
      : [{ name: "tidb-bootstrap-sql", configMap: { name: script, items: [{ key: "bootstrap-sql", path: SCRIPT_FILE }] } }]),
  ] as readonly Volume[];
};

const configOf = (cluster: TidbCluster, member: Member): string => {
  const own = cluster.spec[member]?.config ?? "";
  return scriptMap(cluster, member) === undefined ? own : `initialize-sql-file = "${SCRIPT_FOLDER}/${SCRIPT_FILE}"\n${own}`;
};
