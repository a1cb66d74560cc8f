/** One request that a Kubernetes API server does not like, or that looks as if it should not. */
export interface BadRequest {
  /** What is wrong with it; the name of the row. */
  readonly title: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD";
  readonly path: string;
  /** Media type of the body; `application/json` where there is a body. Empty: none is said. */
  readonly type?: string;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** Bytes instead, as base64. */
  readonly bytes?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks: the administrator unless it is said otherwise. */
  readonly credentials?: "none" | "unknown token" | "forged token" | "basic";
}

/** Where all requests go, and what is there before them. */
export const NAMESPACE = "bad-input";

/** Paths of the kinds that most requests are about. */
export const CONFIG_MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
export const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
export const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
export const GADGETS = `/apis/bad-input.example.com/v1/namespaces/${NAMESPACE}/gadgets`;
export const SERVICES = `/api/v1/namespaces/${NAMESPACE}/services`;

/** A config map that nothing is wrong with. */
export const configMap = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...more,
});
