import { DrillError } from "#core/drill-error.ts";
import type { ApiResponse, ClusterPort, ReadRequest, WriteRequest } from "#kube/ports/cluster-port.ts";
import type { DisturbPort } from "#kube/ports/disturb-port.ts";
import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { type ApiConnection, type HttpAnswer, loadContext, openConnection } from "./api-connection.ts";
import { attachToPod, execInPod } from "./exec-in-pod.ts";
import { type Informer, type InformerOptions, startInformer } from "./informer.ts";
import type { ResolvedContext } from "./kubeconfig.ts";
import { createProber, type ProberOptions } from "./prober.ts";
import { realClock } from "./real-clock.ts";
import { limitConnection, type WriteLimits } from "./write-limits.ts";

/** Options of a port, however its cluster is given. */
interface PortOptions extends ProberOptions {
  /** Request limits that all ports to the API server share; missing: no limit. */
  readonly limits?: WriteLimits;
}

/** Options of a port to the cluster of a kubeconfig. */
export interface KubernetesPortOptions extends PortOptions {
  /** Path of the kubeconfig, whose current context names the cluster and the identity. */
  readonly kubeconfigPath: string;
}

/** Options of a port to the cluster of a resolved context. */
export interface ContextPortOptions extends PortOptions {
  readonly context: ResolvedContext;
  /** Headers that are sent with every request: `Impersonate-User` and the like. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A port to a real cluster as one identity. */
export interface KubernetesPort extends ClusterPort {
  /** Watches a collection. */
  watch(request: Pick<InformerOptions, "path" | "query" | "idleMs" | "timeoutSeconds">): Informer;
  /** Removes the prober's objects, and closes connections. Safe to repeat. */
  close(): Promise<void>;
}

/**
 * Opens a real cluster as a port.
 *
 * HTTP errors are answers; an unreachable cluster throws DrillError BACKEND_DOWN. Its revision is not known, so checks
 * are judged each time.
 */
export const createKubernetesPort = (options: KubernetesPortOptions | ContextPortOptions): KubernetesPort => {
  const open =
    "context" in options ? openConnection(options.context, options.headers) : openConnection(loadContext(options.kubeconfigPath));
  const connection = options.limits === undefined ? open : limitConnection(open, options.limits);
  const read = (request: ReadRequest): Promise<ApiResponse> => readOverHttp(connection, request);
  const write = (request: WriteRequest): Promise<ApiResponse> => writeOverHttp(connection, request);
  const prober = createProber({ read, write, connection, clock: realClock }, options);
  return {
    clock: realClock,
    read,
    write,
    exec: (request) => execInPod(connection, request),
    attach: (request) => attachToPod(connection, request),
    probe: prober.probe,
    query: answerNoTelemetry,
    disturb: disturbOnly({}),
    revision: () => undefined,
    watch: (request) => startInformer(connection, { ...request, headers: { Accept: JSON_TYPE, "User-Agent": USER_AGENT } }),
    close: async () => {
      await prober.close();
      connection.close();
    },
  };
};

/** User agent of kubectl, so that audit logs show an ordinary operator. */
const USER_AGENT = "kubectl/v1.35.4 (linux/amd64) kubernetes";
const JSON_TYPE = "application/json";
const TABLE_TYPE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
const READ_ATTEMPTS = 3;

const PATCH_TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

const readOverHttp = async (connection: ApiConnection, { path, query, as }: ReadRequest): Promise<ApiResponse> => {
  const accept = as === "table" ? TABLE_TYPE : path.endsWith("/log") ? "application/json, */*" : JSON_TYPE;
  const request = { method: "GET", path: path + renderQuery(query), headers: { Accept: accept, "User-Agent": USER_AGENT } };
  for (let attempt = 1; ; attempt++) {
    try {
      return toResponse(await connection.send(request), as);
    } catch (error) {
      // A kept-alive connection may have been closed at the other end; reading again does no harm.
      if (attempt === READ_ATTEMPTS) throw error;
      await realClock.sleep(100 * attempt);
    }
  }
};

const writeOverHttp = async (connection: ApiConnection, request: WriteRequest): Promise<ApiResponse> => {
  const { method, path, body, patchType } = request;
  if (method === "PATCH" && patchType === undefined) throw new TypeError(`a patch of ${path} needs its patchType`);
  const manager = request.fieldManager ?? (request.as === "text" ? undefined : managerOf(request));
  const query = manager === undefined ? request.query : { fieldManager: manager, ...request.query };
  const contentType = patchType === undefined ? JSON_TYPE : PATCH_TYPES[patchType];
  const headers = { Accept: JSON_TYPE, "User-Agent": USER_AGENT, ...(body === undefined ? {} : { "Content-Type": contentType }) };
  return toResponse(
    await connection.send({
      method,
      path: path + renderQuery(query),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    request.as,
  );
};

/** The field manager that kubectl sends with such a request. */
const managerOf = ({ method, patchType }: WriteRequest): string | undefined => {
  if (method === "DELETE") return undefined;
  if (patchType === "apply") return "kubectl";
  return { POST: "kubectl-create", PUT: "kubectl-replace", PATCH: "kubectl-patch" }[method];
};

const renderQuery = (query: Readonly<Record<string, string>> | undefined): string => {
  const text = new URLSearchParams(query).toString();
  return text === "" ? "" : `?${text}`;
};

const toResponse = ({ status, contentType, text, warnings }: HttpAnswer, as?: "table" | "text"): ApiResponse => ({
  status,
  body: isJson(contentType, text) && (as !== "text" || status >= 300) ? (JSON.parse(text) as unknown) : text,
  ...(warnings.length === 0 ? {} : { warnings: warnings.map(warningText) }),
});

/** True for JSON; the index of OpenAPI documents is JSON with the content type of text. */
const isJson = (contentType: string, text: string): boolean =>
  contentType.startsWith(JSON_TYPE) || (contentType.startsWith("text/plain") && text.startsWith('{"paths":'));

/** Text of a Warning header: `299 - "unknown field \"spec.x\""` → `unknown field "spec.x"` (RFC 7234, 5.5). */
const warningText = (header: string): string => /^\d+ \S+ "((?:[^"\\]|\\.)*)"/.exec(header)?.[1]?.replace(/\\(.)/g, "$1") ?? header;

const answerNoTelemetry = async ({ api }: TelemetryRequest): Promise<TelemetryResponse> => ({
  status: 501,
  body: { status: "error", errorType: "unavailable", error: `this cluster has no ${api} endpoint` },
});

/** A port on which nothing can be disturbed but by the given verbs. */
export const disturbOnly = (verbs: Partial<DisturbPort>): DisturbPort => ({
  kubelet: refuse("disturb.kubelet", "stop a kubelet"),
  load: refuse("disturb.load", "change how much users ask for"),
  link: refuse("disturb.link", "delay or lose packets"),
  kill: refuse("disturb.kill", "kill a container's process"),
  image: refuse("disturb.image", "push an image"),
  cpu: refuse("disturb.cpu", "keep the cores of a node busy"),
  ...verbs,
});

const refuse = (capability: string, what: string) => async (): Promise<never> => {
  throw new DrillError("CAPABILITY_MISSING", `this cluster cannot ${what}: ${capability} is not among its capabilities`);
};
