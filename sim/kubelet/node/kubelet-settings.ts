import { parse } from "yaml";
import type { World } from "../../kernel/world.ts";
import { changedFiles } from "../../machines/machine-files.ts";

/** Files that a kubelet reads when it starts, as kubeadm writes them. */
export const KUBELET_FILES: Readonly<Record<string, string>> = {
  "/etc/kubernetes/kubelet.conf":
    "apiVersion: v1\nclusters:\n- cluster:\n    certificate-authority: /etc/kubernetes/pki/ca.crt\n    server: https://172.18.0.2:6443\n  name: default-cluster\ncontexts:\n- context:\n    cluster: default-cluster\n    namespace: default\n    user: default-auth\n  name: default-context\ncurrent-context: default-context\nkind: Config\nusers:\n- name: default-auth\n  user:\n    client-certificate: /var/lib/kubelet/pki/kubelet-client-current.pem\n    client-key: /var/lib/kubelet/pki/kubelet-client-current.pem\n",
  "/var/lib/kubelet/config.yaml":
    "apiVersion: kubelet.config.k8s.io/v1beta1\nauthentication:\n  anonymous:\n    enabled: false\n  webhook:\n    cacheTTL: 0s\n    enabled: true\n  x509:\n    clientCAFile: /etc/kubernetes/pki/ca.crt\nauthorization:\n  mode: Webhook\n  webhook:\n    cacheAuthorizedTTL: 0s\n    cacheUnauthorizedTTL: 0s\ncgroupDriver: systemd\nclusterDNS:\n- 10.96.0.10\nclusterDomain: cluster.local\ncontainerRuntimeEndpoint: unix:///run/containerd/containerd.sock\nhealthzBindAddress: 127.0.0.1\nhealthzPort: 10248\nkind: KubeletConfiguration\nrotateCertificates: true\nstaticPodPath: /etc/kubernetes/manifests\n",
  "/var/lib/kubelet/kubeadm-flags.env": 'KUBELET_KUBEADM_ARGS="--pod-infra-container-image=registry.k8s.io/pause:3.10.1"\n',
  "/etc/default/kubelet": "KUBELET_EXTRA_ARGS=\n",
};

/** Text of a file that a node's kubelet reads; undefined if it is gone. */
const settingOf = (world: World, node: string, path: string): string | undefined => {
  const changed = changedFiles(world, node)[path];
  return changed === undefined ? KUBELET_FILES[path] : (changed ?? undefined);
};

/** Flags of a node's kubelet, from the files that its service reads. */
export const kubeletFlags = (world: World, node: string): readonly string[] => [
  "--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf",
  "--kubeconfig=/etc/kubernetes/kubelet.conf",
  "--config=/var/lib/kubelet/config.yaml",
  ...["/var/lib/kubelet/kubeadm-flags.env", "/etc/default/kubelet"].flatMap((path) => {
    const text = settingOf(world, node, path) ?? "";
    return (/^\s*KUBELET_\w+_ARGS=["']?(.*?)["']?\s*$/m.exec(text)?.[1] ?? "").split(/\s+/).filter((word) => word !== "");
  }),
];

/** Last words of a node's kubelet if it were started now, as it prints them; undefined: it would run. */
export const kubeletProblem = (world: World, node: string): string | undefined => {
  if (Object.keys(changedFiles(world, node)).length === 0) return undefined;
  return flagProblem(kubeletFlags(world, node)) ?? configProblem(world, node) ?? credentialProblem(world, node);
};

const CONFIG = "/var/lib/kubelet/config.yaml";

const flagProblem = (flags: readonly string[]): string | undefined => {
  const names = flags.map((flag) => flag.split("=")[0] as string);
  const odd = names.find((name) => name.startsWith("--") && !FLAGS.has(name.slice(2)));
  if (odd !== undefined) return `"command failed" err="failed to parse kubelet flag: unknown flag: ${odd}"`;
  const word = names.find((name) => !name.startsWith("-"));
  return word === undefined ? undefined : `"command failed" err="unknown command ${word}"`;
};

const FLAGS: ReadonlySet<string> = new Set(
  "bootstrap-kubeconfig kubeconfig config pod-infra-container-image container-runtime-endpoint node-ip node-labels hostname-override v cgroup-driver fail-swap-on max-pods register-with-taints root-dir cluster-dns cluster-domain eviction-hard feature-gates read-only-port serialize-image-pulls system-reserved kube-reserved".split(
    " ",
  ),
);

const configProblem = (world: World, node: string): string | undefined => {
  const text = settingOf(world, node, CONFIG);
  const failed = (why: string): string =>
    `"command failed" err="failed to load kubelet config file, path: ${CONFIG}, error: failed to load Kubelet config file ${CONFIG}, error ${why}"`;
  if (text === undefined)
    return failed(`failed to read kubelet config file \\"${CONFIG}\\", error: open ${CONFIG}: no such file or directory`);
  const document = readYaml(text);
  if (typeof document !== "object" || document === null || Array.isArray(document))
    return failed(`failed to decode: error converting YAML to JSON: ${typeof document === "string" ? document : "it is no mapping"}`);
  const config = document as Config;
  if (config.kind !== "KubeletConfiguration")
    return failed(
      `failed to decode: no kind \\"${config.kind ?? ""}\\" is registered for version \\"kubelet.config.k8s.io/v1beta1\\" in scheme \\"pkg/runtime/scheme.go:111\\"`,
    );
  return endpointProblem(config) ?? authorityProblem(world, node, config);
};

interface Config {
  readonly kind?: string;
  readonly containerRuntimeEndpoint?: string;
  readonly authentication?: { readonly x509?: { readonly clientCAFile?: string } };
}

/** The document of a text; the parser's words where it has none. */
const readYaml = (text: string): unknown => {
  try {
    return parse(text) as unknown;
  } catch (error) {
    return `yaml: ${(error as Error).message.split("\n")[0]?.replaceAll('"', "'")}`;
  }
};

/** Fields that it does not know are left out with a warning, and a driver of control groups that the runtime does not have shows in pods alone. */
const endpointProblem = ({ containerRuntimeEndpoint: endpoint }: Config): string | undefined => {
  if (endpoint !== undefined && endpoint !== "" && !SOCKETS.has(`${endpoint}`))
    return `"command failed" err="failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint \\"${endpoint}\\": rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix ${`${endpoint}`.replace("unix://", "")}: connect: no such file or directory\\""`;
  return undefined;
};

const SOCKETS: ReadonlySet<string> = new Set(["unix:///run/containerd/containerd.sock", "unix:///var/run/containerd/containerd.sock"]);

const authorityProblem = (world: World, node: string, { authentication }: Config): string | undefined => {
  const path = authentication?.x509?.clientCAFile;
  if (path === undefined || path === "") return undefined;
  const changed = changedFiles(world, node)[path];
  if (changed === undefined ? path === CLIENT_CA : changed !== null) return undefined;
  return `"command failed" err="failed to construct kubelet dependencies: unable to load client CA file ${path}: open ${path}: no such file or directory"`;
};

/** File of the certificate authority of clients, as kubeadm puts it on each node. */
export const CLIENT_CA = "/etc/kubernetes/pki/ca.crt";

const credentialProblem = (world: World, node: string): string | undefined =>
  settingOf(world, node, "/etc/kubernetes/kubelet.conf") === undefined
    ? '"command failed" err="failed to run Kubelet: unable to load bootstrap kubeconfig: stat /etc/kubernetes/bootstrap-kubelet.conf: no such file or directory"'
    : undefined;
