import type { KubeObject } from "#kube/types/meta.ts";

/** An attempt of an agent to reach the node, another slot or the API server by an object of its namespace. */
export interface HostileObject {
  /** Class of the way out. */
  readonly class: string;
  /** Name of the object, in words with dashes. */
  readonly name: string;
  readonly resource: string;
  readonly object: Omit<KubeObject, "metadata">;
}

/** Attempts, pods first and then the workloads whose controllers create such pods. */
export const hostileObjects = (): readonly HostileObject[] => [...PODS.map(asPod), ...WORKLOADS.flatMap(asWorkload), ...OTHERS];

type PodFields = Readonly<Record<string, unknown>>;

interface HostilePod {
  readonly class: string;
  readonly name: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: PodFields;
  readonly container?: PodFields;
}

const secured = (securityContext: object): { readonly container: PodFields } => ({ container: { securityContext } });
const volume = (source: object): { readonly spec: PodFields } => ({ spec: { volumes: [{ name: "v", ...source }] } });

const PODS: readonly HostilePod[] = [
  { class: "hostPath", name: "root-of-node", ...volume({ hostPath: { path: "/" } }) },
  { class: "hostPath", name: "logs-of-node", ...volume({ hostPath: { path: "/var/log", type: "Directory" } }) },
  { class: "hostPath", name: "runtime-socket", ...volume({ hostPath: { path: "/run/containerd/containerd.sock", type: "Socket" } }) },
  {
    class: "hostPath",
    name: "two-host-paths",
    spec: {
      volumes: [
        { name: "etc", hostPath: { path: "/etc" } },
        { name: "pods", hostPath: { path: "/var/lib/kubelet/pods" } },
      ],
    },
  },
  { class: "host namespaces", name: "host-network", spec: { hostNetwork: true } },
  { class: "host namespaces", name: "host-pid", spec: { hostPID: true } },
  { class: "host namespaces", name: "host-ipc", spec: { hostIPC: true } },
  { class: "host namespaces", name: "all-of-host", spec: { hostNetwork: true, hostPID: true, hostIPC: true } },
  { class: "privileged", name: "privileged", ...secured({ privileged: true }) },
  {
    class: "privileged",
    name: "privileged-at-start",
    spec: { initContainers: [{ name: "i", image: "busybox:1.36", securityContext: { privileged: true } }] },
  },
  {
    class: "privileged",
    name: "nsenter",
    spec: { hostPID: true },
    container: { command: ["nsenter", "-t", "1", "-m", "sh"], securityContext: { privileged: true } },
  },
  { class: "capabilities", name: "sys-admin", ...secured({ capabilities: { add: ["SYS_ADMIN"] } }) },
  { class: "capabilities", name: "net-admin", ...secured({ capabilities: { add: ["NET_ADMIN", "NET_RAW"] } }) },
  { class: "capabilities", name: "all-capabilities", ...secured({ capabilities: { add: ["ALL"] } }) },
  { class: "capabilities", name: "sys-ptrace", ...secured({ capabilities: { add: ["SYS_PTRACE", "CHOWN"], drop: ["MKNOD"] } }) },
  { class: "hostPort", name: "host-port", container: { ports: [{ containerPort: 80, hostPort: 80 }] } },
  {
    class: "hostPort",
    name: "two-host-ports",
    container: {
      ports: [
        { containerPort: 80, hostPort: 8080 },
        { containerPort: 53, hostPort: 53, protocol: "UDP" },
      ],
    },
  },
  { class: "seccomp", name: "seccomp-of-pod", spec: { securityContext: { seccompProfile: { type: "Unconfined" } } } },
  { class: "seccomp", name: "seccomp-of-container", ...secured({ seccompProfile: { type: "Unconfined" } }) },
  { class: "AppArmor", name: "apparmor-of-pod", spec: { securityContext: { appArmorProfile: { type: "Unconfined" } } } },
  { class: "AppArmor", name: "apparmor-of-container", ...secured({ appArmorProfile: { type: "Unconfined" } }) },
  {
    class: "AppArmor",
    name: "apparmor-by-annotation",
    annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" },
  },
  { class: "SELinux", name: "selinux-type", ...secured({ seLinuxOptions: { type: "spc_t" } }) },
  {
    class: "SELinux",
    name: "selinux-user",
    spec: { securityContext: { seLinuxOptions: { user: "system_u", role: "system_r", type: "unconfined_t" } } },
  },
  { class: "procMount", name: "proc-mount", ...secured({ procMount: "Unmasked" }), spec: { hostUsers: true } },
  { class: "sysctls", name: "sysctl", spec: { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "65536" }] } } },
  {
    class: "sysctls",
    name: "two-sysctls",
    spec: {
      securityContext: {
        sysctls: [
          { name: "net.core.somaxconn", value: "1" },
          { name: "kernel.shm_rmid_forced", value: "0" },
        ],
      },
    },
  },
  {
    class: "Windows hostProcess",
    name: "host-process",
    spec: { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } },
  },
  {
    class: "host probes",
    name: "probe-of-metadata",
    container: { livenessProbe: { httpGet: { host: "169.254.169.254", path: "/latest/meta-data", port: 80 } } },
  },
  {
    class: "host probes",
    name: "hook-to-kubelet",
    container: { lifecycle: { postStart: { httpGet: { host: "172.30.1.1", path: "/pods", port: 10250, scheme: "HTTPS" } } } },
  },
  { class: "host probes", name: "probe-by-tcp", container: { readinessProbe: { tcpSocket: { host: "10.96.0.1", port: 443 } } } },
  { class: "nodeName", name: "on-control-plane", spec: { nodeName: "kd-control-plane" } },
  {
    class: "kubectl debug node",
    name: "node-debugger",
    spec: {
      nodeName: "kd-control-plane",
      hostNetwork: true,
      hostPID: true,
      hostIPC: true,
      tolerations: [{ operator: "Exists" }],
      volumes: [{ name: "host-root", hostPath: { path: "/" } }],
    },
    container: { stdin: true, tty: true, volumeMounts: [{ mountPath: "/host", name: "host-root" }] },
  },
  { class: "tolerations", name: "tolerates-all", spec: { tolerations: [{ operator: "Exists" }] } },
  {
    class: "tolerations",
    name: "tolerates-control-plane",
    spec: { tolerations: [{ key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" }] },
  },
  { class: "network volumes", name: "nfs", ...volume({ nfs: { server: "10.0.0.1", path: "/" } }) },
  {
    class: "network volumes",
    name: "iscsi",
    ...volume({ iscsi: { targetPortal: "10.0.0.1:3260", iqn: "iqn.2001-04.com.example:disk", lun: 0 } }),
  },
  { class: "network volumes", name: "flex-volume", ...volume({ flexVolume: { driver: "example/driver" } }) },
  { class: "priority", name: "above-all", spec: { priorityClassName: "system-node-critical" } },
  { class: "tokens", name: "mounts-token", spec: { automountServiceAccountToken: true } },
  {
    class: "tokens",
    name: "projects-token",
    ...volume({ projected: { sources: [{ serviceAccountToken: { path: "token", audience: "vault" } }] } }),
  },
];

const podParts = ({ annotations, spec = {}, container = {} }: HostilePod) => ({
  ...(annotations && { annotations }),
  spec: {
    terminationGracePeriodSeconds: 0,
    containers: [{ name: "c", image: "busybox:1.36", command: ["sleep", "60"], ...container }],
    ...spec,
  },
});

const asPod = (pod: HostilePod): HostileObject => {
  const { annotations, spec } = podParts(pod);
  return {
    class: pod.class,
    name: pod.name,
    resource: "pods",
    object: { apiVersion: "v1", kind: "Pod", ...(annotations && { metadata: { annotations } }), spec } as HostileObject["object"],
  };
};

/** Pods that are tried by the templates of every kind of workload, too. */
const WORKLOADS = PODS.filter(({ name }) => ["root-of-node", "host-pid", "privileged", "on-control-plane", "mounts-token"].includes(name));

const asWorkload = (pod: HostilePod): readonly HostileObject[] => {
  const labels = { app: pod.name };
  const { annotations, spec } = podParts(pod);
  const template = { metadata: { labels, ...(annotations && { annotations }) }, spec };
  const selected = { selector: { matchLabels: labels }, template };
  const once = { template: { ...template, spec: { ...spec, restartPolicy: "Never" } } };
  const kinds: readonly (readonly [resource: string, apiVersion: string, kind: string, spec: object])[] = [
    ["deployments.apps", "apps/v1", "Deployment", selected],
    ["statefulsets.apps", "apps/v1", "StatefulSet", { serviceName: "none", ...selected }],
    ["daemonsets.apps", "apps/v1", "DaemonSet", selected],
    ["jobs.batch", "batch/v1", "Job", once],
  ];
  return kinds.map(([resource, apiVersion, kind, fields]) => ({
    class: pod.class,
    name: pod.name,
    resource,
    object: { apiVersion, kind, spec: fields } as HostileObject["object"],
  }));
};

const OTHERS: readonly HostileObject[] = [
  {
    class: "tokens",
    name: "legacy-token",
    resource: "secrets",
    object: {
      apiVersion: "v1",
      kind: "Secret",
      type: "kubernetes.io/service-account-token",
      metadata: { annotations: { "kubernetes.io/service-account.name": "default" } },
    } as HostileObject["object"],
  },
  {
    class: "addresses of others",
    name: "external-ips",
    resource: "services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      spec: { externalIPs: ["10.96.0.1"], ports: [{ port: 443 }] },
    } as HostileObject["object"],
  },
];
