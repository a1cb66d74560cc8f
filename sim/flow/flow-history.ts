/**
 * State of the traffic: one row per change, valid until the next row. Metrics, traces and request log lines are functions of these rows and
 * the seed. Numbers are quantised to six significant digits before they enter a row.
 */
export interface FlowRow {
  readonly fromMs: number;
  /** Traffic as users see it, by operation name. */
  readonly operations: readonly OperationFlow[];
  /** Work done by each process that serves requests. */
  readonly servers: readonly ServerFlow[];
  /** Calls between components, as the caller sees them. */
  readonly edges: readonly EdgeFlow[];
  /** Groups of readers that are behind; missing: none is. */
  readonly queues?: readonly QueueFlow[];
  /** Containers with processes that compute without a pause; missing: there is none. */
  readonly busy?: readonly BusyFlow[];
  /** Machines with a busy program of their own, or with less than what is wanted; missing: there is none. */
  readonly machines?: readonly MachineFlow[];
}

/** Work of a container's processes that compute without a pause. */
export interface BusyFlow {
  readonly process: string;
  /** Cores that they use together. */
  readonly cores: number;
  readonly threads: number;
}

/** State of a machine's processor. */
export interface MachineFlow {
  readonly node: string;
  /** Cores that a program of the machine itself uses. */
  readonly cores: number;
  /** Cores that are wanted beyond those that there are. */
  readonly waiting: number;
}

/** Lag of a group of readers in a topic or queue: so many messages at the row's start, and so many more each second. */
export interface QueueFlow {
  /** The broker's process. */
  readonly broker: string;
  readonly namespace: string;
  readonly product: "kafka" | "rabbitmq";
  readonly topic: string;
  readonly group: string;
  readonly lag: number;
  readonly lagPerS: number;
}

/** A stream of requests with how they end. Rates are per second; latencies in milliseconds, lognormal. */
export interface RequestFlow {
  /** Requests per second, attempts included. */
  readonly rate: number;
  /** Share of them that fail, by cause; the sum is the error share. */
  readonly errors: readonly ErrorShare[];
  /** Mean and standard deviation of the latency of those that succeed. */
  readonly meanMs: number;
  readonly deviationMs: number;
}

export interface ErrorShare {
  readonly share: number;
  /** `refused`, `timed-out`, `no-such-host`, `no-addresses`, `internal`, `unimplemented`, …. */
  readonly cause: string;
  /** The text that the caller's program logs, in its language's words. */
  readonly message: string;
  /** Time that the caller waits for this failure, ms. */
  readonly afterMs: number;
}

export interface OperationFlow extends RequestFlow {
  /** `GET /hotels`. */
  readonly operation: string;
  readonly app: string;
  readonly namespace: string;
}

export interface ServerFlow extends RequestFlow {
  readonly process: string;
  readonly namespace: string;
  /** The component's name (`geo`), which is its workload's and service_name's. */
  readonly component: string;
  readonly operation: string;
  /** CPU cores used by this operation. */
  readonly cpuCores: number;
}

export interface EdgeFlow extends RequestFlow {
  readonly namespace: string;
  /** The calling process; undefined for the load generator. */
  readonly fromProcess: string | undefined;
  readonly from: string;
  readonly to: string;
  /** The process that the calls reach; undefined where they arrive nowhere. Calls to several pods are several flows. */
  readonly toProcess: string | undefined;
  readonly operation: string;
  /** The user-facing operation that this call serves. */
  readonly root: string;
  readonly protocol:
    | "http"
    | "grpc"
    | "thrift"
    | "messages"
    | "amqp-messages"
    | "mongodb"
    | "postgresql"
    | "mysql"
    | "memcached"
    | "redis"
    | "kafka"
    | "amqp";
  /** Topic to which it brings a message, or from which a group of readers gets one. */
  readonly message?: { readonly topic: string; readonly group?: string };
}

/** Name of the world's log of rows. */
export const FLOW_HISTORY = "flow";

/** Protocols whose servers trace; stores and brokers carry no tracing library. */
export const SPAN_PROTOCOLS: ReadonlySet<EdgeFlow["protocol"]> = new Set(["http", "grpc", "thrift", "messages", "amqp-messages"]);
