import type { Clock, ReadClock } from "#core/clock.ts";
import type { Status } from "../types/meta.ts";
import type { DisturbPort } from "./disturb-port.ts";
import type { ProbeRequest, ProbeResult } from "./probe.ts";
import type { TelemetryRequest, TelemetryResponse } from "./telemetry-port.ts";

/**
 * Read-only access to a world: the type has no way to write or to let time pass.
 *
 * `read`, `query` and `probe` happen at an instant and use no random draws: asking twice gives the same answer.
 */
export interface ClusterView {
  readonly clock: ReadClock;
  /** Gets, lists and reads logs on any Kubernetes API path. HTTP errors are answers; only lost infrastructure throws. */
  read(request: ReadRequest): Promise<ApiResponse>;
  /** Asks the HTTP APIs of Prometheus, Loki and Jaeger. */
  query(request: TelemetryRequest): Promise<TelemetryResponse>;
  /** Calls an address from inside the cluster network. */
  probe(request: ProbeRequest): Promise<ProbeResult>;
  /**
   * Revision that grows whenever an answer of `read` or `probe` could have changed; undefined where that is not known.
   * Checks are judged again only when it moved.
   * @param resource `pods`, `deployments.apps`: the number grows with every change of its objects alone
   */
  revision(resource?: string): number | undefined;
  /**
   * Token of the current state: the same object for every view of a world in this state, so that values derived from
   * the state can be reused. Undefined or missing where that is not known.
   */
  moment?(): object | undefined;
}

/** Access to a world with the rights of one identity (admin, agent). */
export interface ClusterPort extends ClusterView {
  readonly clock: Clock;
  /** Creates, updates, patches, deletes, evicts, binds. HTTP errors are answers. */
  write(request: WriteRequest): Promise<ApiResponse>;
  /** Runs a command in a container and waits for its end. */
  exec(request: ExecRequest): Promise<ExecResult>;
  /** Sends a text and its end to the standard input of a container's main process, if it reads that, and waits for the process to end. */
  attach(request: AttachRequest): Promise<ExecResult>;
  /** Runs a shell command on a node as its administrator; missing: this identity has no access to nodes. */
  runOnNode?(request: NodeCommand): Promise<ExecResult>;
  /** Faults that the Kubernetes API cannot cause. */
  readonly disturb: DisturbPort;
}

/** A GET on the Kubernetes API. */
export interface ReadRequest {
  /** Absolute, without the query: `/api/v1/namespaces/shop/pods/web-0/log`. */
  readonly path: string;
  /** Query parameters as the API names them (`labelSelector`, `fieldSelector`, `limit`, `previous`, …). */
  readonly query?: Readonly<Record<string, string>>;
  /** Format of the answer: `table` is a `meta.k8s.io/v1` Table, `text` the bytes as the server wrote them; missing: objects. */
  readonly as?: "table" | "text";
  /** True: objects come with their managedFields; missing: without them where computing them is expensive. */
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
  /** Field manager for managedFields; missing: the one that kubectl sends for this method. */
  readonly fieldManager?: string;
  /** Format of the answer to a success: `text` is the bytes as the server wrote them; missing: an object. */
  readonly as?: "text";
  /** True: as for a read. */
  readonly managedFields?: boolean;
}

/** The four patch types of the API, named by the middle parts of their media types. */
export type PatchType = "json" | "merge" | "strategic" | "apply";

/** Answer of the API server. */
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

/** Input for a container's main process. */
export type AttachRequest = Omit<ExecRequest, "command">;

/** A command that an administrator runs on a node, outside Kubernetes. */
export interface NodeCommand {
  readonly node: string;
  /** Shell command line. */
  readonly command: string;
  /** Missing: 30 s. */
  readonly timeoutMs?: number;
}

/** Outcome of a command. */
export interface ExecResult {
  /** Exit code; undefined if the command never ran: `error` then gives the reason, in the words of the API server or runtime. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
  /** Refusal by the API server's admission, whose message is the error. */
  readonly status?: Status;
}
