import type { Clock, ReadClock } from "#core/clock.ts";
import type { DisturbPort } from "./disturb-port.ts";
import type { ProbeRequest, ProbeResult } from "./probe.ts";
import type { TelemetryRequest, TelemetryResponse } from "./telemetry-port.ts";

/**
 * A world as it can be looked at: no write and no passing of time, by type.
 *
 * `read`, `query` and `probe` take place at an instant and draw nothing: asking twice gives the same answer.
 */
export interface ClusterView {
  readonly clock: ReadClock;
  /** Gets, lists and reads logs on any Kubernetes API path. HTTP errors are answers; only lost infrastructure throws. */
  read(request: ReadRequest): Promise<ApiResponse>;
  /** Asks the HTTP APIs of Prometheus, Loki and Jaeger. */
  query(request: TelemetryRequest): Promise<TelemetryResponse>;
  /** Calls from inside the cluster network. */
  probe(request: ProbeRequest): Promise<ProbeResult>;
  /**
   * A number that grows whenever an answer of `read` or `probe` could have changed; undefined where that is not known.
   * Checks are judged again only when it moved.
   * @param resource `pods`, `deployments.apps`: the number grows with every change of its objects alone
   */
  revision(resource?: string): number | undefined;
  /**
   * What stands for the present state: the same object for every view of a world that is in it, so that what one has worked out
   * from the state need not be worked out again. Undefined or missing where that is not known.
   */
  moment?(): object | undefined;
}

/** A world as one identity (admin, agent) can act on it. */
export interface ClusterPort extends ClusterView {
  readonly clock: Clock;
  /** Creates, updates, patches, deletes, evicts, binds. HTTP errors are answers. */
  write(request: WriteRequest): Promise<ApiResponse>;
  /** Runs a command in a container and waits for its end. */
  exec(request: ExecRequest): Promise<ExecResult>;
  /** Feeds a container's own process with a text and its end, where it takes input, and waits for its end. */
  attach(request: AttachRequest): Promise<ExecResult>;
  /** Runs a shell command on a node itself, as its administrator; missing: this identity does not get onto the nodes. */
  runOnNode?(request: NodeCommand): Promise<ExecResult>;
  /** What a fault may do that the API cannot. */
  readonly disturb: DisturbPort;
}

/** A GET on the Kubernetes API. */
export interface ReadRequest {
  /** Absolute, without the query: `/api/v1/namespaces/shop/pods/web-0/log`. */
  readonly path: string;
  /** Query parameters as the API names them (`labelSelector`, `fieldSelector`, `limit`, `previous`, …). */
  readonly query?: Readonly<Record<string, string>>;
  /** `table` asks for `meta.k8s.io/v1` Table rendering, `text` for what the server wrote, to the letter; missing: the objects themselves. */
  readonly as?: "table" | "text";
  /** True: objects come with their managedFields; missing: where these cost something to work out, without them. */
  readonly managedFields?: boolean;
}

/** A change through the Kubernetes API. */
export interface WriteRequest {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The object, the patch, or the delete options; missing for a plain delete. */
  readonly body?: unknown;
  /** Required for PATCH. */
  readonly patchType?: PatchType;
  /** Recorded in managedFields; missing: what kubectl would send for this method. */
  readonly fieldManager?: string;
  /** `text`: a success comes as the server wrote it, to the letter; missing: as an object. */
  readonly as?: "text";
  /** As for a read. */
  readonly managedFields?: boolean;
}

/** The four patch types of the API, by their media types' middle parts. */
export type PatchType = "json" | "merge" | "strategic" | "apply";

/** What the API server answered. */
export interface ApiResponse {
  /** HTTP status code. */
  readonly status: number;
  /** The object, list, Table or `Status`; for logs a string. */
  readonly body: unknown;
  /** Texts of `Warning` headers; missing: none. */
  readonly warnings?: readonly string[];
}

/** A command in a container. */
export interface ExecRequest {
  readonly namespace: string;
  readonly pod: string;
  /** Missing: the pod's default container. */
  readonly container?: string;
  readonly command: readonly string[];
  readonly stdin?: string;
  /** Missing: 30 s. */
  readonly timeoutMs?: number;
}

/** What is typed into a container's own process. */
export type AttachRequest = Omit<ExecRequest, "command">;

/** A command on a node, beside Kubernetes: what somebody does who logs in there. */
export interface NodeCommand {
  readonly node: string;
  /** As typed into a shell. */
  readonly command: string;
  /** Missing: 30 s. */
  readonly timeoutMs?: number;
}

/** How the command ended. */
export interface ExecResult {
  /** Undefined when it never ran; `error` says why, in the words of the API server or runtime. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}
