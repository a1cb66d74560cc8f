import type { ResourceRow } from "#kube/objects/resources.ts";

/** Discovery entry of a subresource. */
export interface SubresourceEntry {
  readonly kind: string;
  /** Missing: those of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** The entry of `deployments/scale`, `pods/log`, …. */
export const subresourceEntry = ({ plural, kind }: ResourceRow, subresource: string): SubresourceEntry => ({
  kind,
  verbs: READ_WRITE,
  ...(SUBRESOURCES[`${plural}/${subresource}`] ?? SUBRESOURCES[subresource]),
});

const READ_WRITE = ["get", "patch", "update"];
const STREAM = ["create", "get"];
const PROXY = ["create", "delete", "get", "patch", "update"];

const SUBRESOURCES: Readonly<Record<string, Partial<SubresourceEntry>>> = {
  scale: { group: "autoscaling", version: "v1", kind: "Scale" },
  log: { verbs: ["get"] },
  exec: { kind: "PodExecOptions", verbs: STREAM },
  attach: { kind: "PodAttachOptions", verbs: STREAM },
  portforward: { kind: "PodPortForwardOptions", verbs: STREAM },
  binding: { kind: "Binding", verbs: ["create"] },
  eviction: { group: "policy", version: "v1", kind: "Eviction", verbs: ["create"] },
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest", verbs: ["create"] },
  finalize: { verbs: ["update"] },
  "nodes/proxy": { kind: "NodeProxyOptions", verbs: PROXY },
  "pods/proxy": { kind: "PodProxyOptions", verbs: PROXY },
  "services/proxy": { kind: "ServiceProxyOptions", verbs: PROXY },
};
