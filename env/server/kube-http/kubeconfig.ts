import { stringify } from "yaml";

/** Contents of a kubeconfig. */
export interface KubeconfigParts {
  /** Address of the API server, with its path prefix. */
  readonly server: string;
  /** Certificate authority, PEM. */
  readonly authority: string;
  readonly user: string;
  readonly token: string;
  /** Default namespace; missing: `default`. */
  readonly namespace?: string;
}

/** Renders a kubeconfig with one cluster, one user and one context. */
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
