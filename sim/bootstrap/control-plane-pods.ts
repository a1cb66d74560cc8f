import type { Container, Pod } from "#kube/types/pod.ts";
import { TERMINATED_PODS_MAX } from "../controllers/node-lifecycle/terminated-pod-collector.ts";
import type { NodeSpec } from "./nodes.ts";

/** The control plane as the kubelet of its node runs it, from manifests on its disk. */
export const controlPlanePods = ({ address }: NodeSpec): readonly Pod[] => [
  staticPod("etcd", {
    image: "registry.k8s.io/etcd:3.6.6-0",
    flags: [
      `--advertise-client-urls=https://${address}:2379`,
      "--data-dir=/var/lib/etcd",
      `--listen-client-urls=https://127.0.0.1:2379,https://${address}:2379`,
    ],
    requests: { cpu: "100m", memory: "100Mi" },
    paths: ["/etc/kubernetes/pki/etcd", "/var/lib/etcd"],
    annotations: { "kubeadm.kubernetes.io/etcd.advertise-client-urls": `https://${address}:2379` },
  }),
  staticPod("kube-apiserver", {
    flags: [
      `--advertise-address=${address}`,
      "--authorization-mode=Node,RBAC",
      "--enable-admission-plugins=NodeRestriction",
      "--etcd-servers=https://127.0.0.1:2379",
      "--secure-port=6443",
      "--service-cluster-ip-range=10.96.0.0/16",
    ],
    requests: { cpu: "250m" },
    paths: ["/etc/ssl/certs", "/etc/kubernetes/pki"],
    annotations: { "kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint": `${address}:6443` },
  }),
  staticPod("kube-controller-manager", {
    flags: [
      "--allocate-node-cidrs=true",
      "--bind-address=127.0.0.1",
      "--cluster-cidr=10.244.0.0/16",
      "--kubeconfig=/etc/kubernetes/controller-manager.conf",
      "--leader-elect=true",
      `--terminated-pod-gc-threshold=${TERMINATED_PODS_MAX}`,
      "--use-service-account-credentials=true",
    ],
    requests: { cpu: "200m" },
    paths: ["/etc/ssl/certs", "/etc/kubernetes/pki"],
  }),
  staticPod("kube-scheduler", {
    flags: ["--bind-address=127.0.0.1", "--kubeconfig=/etc/kubernetes/scheduler.conf", "--leader-elect=true"],
    requests: { cpu: "100m" },
    paths: ["/etc/kubernetes"],
  }),
];

interface Component {
  /** Missing: the one of the cluster's version. */
  readonly image?: string;
  readonly flags: readonly string[];
  readonly requests: Readonly<Record<string, string>>;
  /** Directories of the node that it sees. */
  readonly paths: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

const staticPod = (name: string, component: Component): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace: "kube-system",
    labels: { component: name, tier: "control-plane" },
    ...(component.annotations && { annotations: component.annotations }),
  },
  spec: {
    containers: [containerOf(name, component)],
    hostNetwork: true,
    priorityClassName: "system-node-critical",
    tolerations: [{ effect: "NoExecute", operator: "Exists" }],
    volumes: component.paths.map((path) => ({ name: volumeName(path), hostPath: { path, type: "DirectoryOrCreate" } })),
  },
});

const containerOf = (name: string, { image, flags, requests, paths }: Component): Container => ({
  name,
  image: image ?? `registry.k8s.io/${name}:v1.35.4`,
  command: [name, ...flags],
  resources: { requests },
  volumeMounts: paths.map((path) => ({ name: volumeName(path), mountPath: path, ...(path === "/var/lib/etcd" ? {} : { readOnly: true }) })),
});

const volumeName = (path: string): string => path.slice(1).replaceAll("/", "-");
