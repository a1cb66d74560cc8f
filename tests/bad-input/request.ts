/** One request that a Kubernetes API server rejects, or that looks as if it should. */
export interface BadRequest {
  /** Name of the request: the mistake in it. */
  readonly title: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD";
  readonly path: string;
  /** Media type of the body; missing: `application/json` if there is a body. Empty: no header. */
  readonly type?: string;
  /** Body: text as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Body as bytes, in base64. */
  readonly bytes?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credentials; missing: the administrator's. */
  readonly credentials?: "none" | "unknown token" | "forged token" | "basic";
}

/** Namespace of all requests and of the set-up. */
export const NAMESPACE = "bad-input";

/** Paths of the kinds that most requests use. */
export const CONFIG_MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
export const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
export const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
export const GADGETS = `/apis/bad-input.example.com/v1/namespaces/${NAMESPACE}/gadgets`;
export const SERVICES = `/api/v1/namespaces/${NAMESPACE}/services`;

/** Builds a valid ConfigMap. */
export const configMap = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...more,
});
