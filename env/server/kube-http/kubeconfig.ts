import { stringify } from "yaml";

/** What a kubeconfig is written from. */
export interface KubeconfigParts {
  /** Address of the API server, with the prefix. */
  readonly server: string;
  /** PEM. */
  readonly authority: string;
  readonly user: string;
  readonly token: string;
  /** Namespace of commands that name none; missing: `default`. */
  readonly namespace?: string;
}

/** Writes a kubeconfig with one cluster, one user and one context. */
export const renderKubeconfig = ({ server, authority, user, token, namespace }: KubeconfigParts): string =>
  stringify(
    {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: CLUSTER, cluster: { "certificate-authority-data": Buffer.from(authority, "utf8").toString("base64"), server } }],
      contexts: [{ name: `${user}@${CLUSTER}`, context: { cluster: CLUSTER, ...(namespace !== undefined && { namespace }), user } }],
      "current-context": `${user}@${CLUSTER}`,
      users: [{ name: user, user: { token } }],
    },
    { lineWidth: 0 },
  );

const CLUSTER = "kubernetes";
