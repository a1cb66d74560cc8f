import { apiPath } from "#kube/ports/api-path.ts";
import type { WriteRequest } from "#kube/ports/cluster-port.ts";

/** A way out of a namespace that has to be closed. */
export interface WayOut {
  readonly title: string;
  /**
   * Means that close it: the level of Pod Security, the agent's Role, or the admission policy. `newer` is of Pod Security from Kubernetes 1.34
   * on. The first two are needed; a cluster without the others leaves ways that lead to no node.
   */
  readonly closedBy: "level" | "role" | "policy" | "newer";
  readonly request: (namespace: string) => WriteRequest;
}

const pod = (title: string, closedBy: WayOut["closedBy"], spec: object, container: object = {}): WayOut => ({
  title,
  closedBy,
  request: (namespace) => ({
    method: "POST",
    path: apiPath({ resource: "pods", namespace }),
    body: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "trial", namespace },
      spec: { automountServiceAccountToken: false, containers: [{ name: "trial", image: "busybox:1.36", ...container }], ...spec },
    },
  }),
});

const secured = (title: string, securityContext: object): WayOut => pod(title, "level", {}, { securityContext });

const volume = (source: object): object => ({ volumes: [{ name: "trial", ...source }] });

const change = (title: string, rest: Pick<WriteRequest, "method" | "body"> & Partial<WriteRequest>, target: Target): WayOut => ({
  title,
  closedBy: "role",
  request: (namespace) => ({ ...rest, path: apiPath(target(namespace)) }),
});

type Target = (namespace: string) => Parameters<typeof apiPath>[0];

const RBAC = "rbac.authorization.k8s.io";

/** Ways out, one of each class; a server-side dry run of each has to be refused. */
export const WAYS_OUT: readonly WayOut[] = [
  pod("hostPath volumes", "level", volume({ hostPath: { path: "/" } })),
  pod("the node's network", "level", { hostNetwork: true }),
  pod("the node's processes", "level", { hostPID: true }),
  pod("the node's IPC", "level", { hostIPC: true }),
  pod("ports of the node", "level", {}, { ports: [{ containerPort: 80, hostPort: 80 }] }),
  secured("privileged containers", { privileged: true }),
  secured("capabilities", { capabilities: { add: ["SYS_ADMIN"] } }),
  secured("no seccomp profile", { seccompProfile: { type: "Unconfined" } }),
  secured("no AppArmor profile", { appArmorProfile: { type: "Unconfined" } }),
  secured("SELinux types", { seLinuxOptions: { type: "spc_t" } }),
  pod("unsafe sysctls", "level", { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "65536" }] } }),
  pod("Windows host processes", "level", { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }),
  pod("probes of other hosts", "newer", {}, { livenessProbe: { httpGet: { host: "169.254.169.254", port: 80 } } }),
  change("changes of the Namespace", { method: "PATCH", patchType: "merge", body: { metadata: { labels: { team: "x" } } } }, (name) => ({
    resource: "namespaces",
    name,
  })),
  change("deletion of the Namespace", { method: "DELETE", body: undefined }, (name) => ({ resource: "namespaces", name })),
  change(
    "tokens of service accounts",
    { method: "POST", body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} } },
    (namespace) => ({ resource: "serviceaccounts", namespace, name: "default", subresource: "token" }),
  ),
  change(
    "bindings of pods to nodes",
    { method: "POST", body: { apiVersion: "v1", kind: "Binding", metadata: { name: "trial" }, target: { kind: "Node", name: "trial" } } },
    (namespace) => ({ resource: "bindings", namespace }),
  ),
  change(
    "rights that it does not have",
    {
      method: "POST",
      body: {
        apiVersion: `${RBAC}/v1`,
        kind: "Role",
        metadata: { name: "trial" },
        rules: [{ apiGroups: [""], resources: ["namespaces"], verbs: ["patch"] }],
      },
    },
    (namespace) => ({ resource: `roles.${RBAC}`, namespace }),
  ),
  pod("the choice of a node", "policy", { nodeName: "trial" }),
  pod("the control plane's taints", "policy", { tolerations: [{ operator: "Exists" }] }),
  pod("volumes over the network", "policy", volume({ nfs: { server: "192.0.2.1", path: "/" } })),
  pod("mounted tokens", "policy", volume({ projected: { sources: [{ serviceAccountToken: { path: "token" } }] } })),
  pod("system priorities", "policy", { priorityClassName: "system-node-critical" }),
];
