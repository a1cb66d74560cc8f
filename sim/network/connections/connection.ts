import type { ProcessKey } from "../../processes/process.ts";

/** Origin of a connection. */
export interface Caller {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Missing: a caller without a pod (a probe); policies see the labels all the same. */
  readonly podName?: string;
  readonly podIP?: string;
  readonly node?: string;
  /** True for kubelet probes and host processes: NetworkPolicies do not hold them back. */
  readonly fromHost?: boolean;
}

/** Target of a connection. A Service with several endpoints gives several, with shares that sum to 1. */
export interface ConnectionTarget {
  readonly share: number;
  readonly outcome: ConnectionOutcome;
}

export type ConnectionOutcome =
  | { readonly kind: "connected"; readonly process: ProcessKey; readonly podIP: string; readonly port: number; readonly serves: string }
  /** The address that was dialled, of a pod or of a Service, answered with RST. */
  | { readonly kind: "refused"; readonly address: string }
  /** Packets vanish: the caller waits for its own timeout. */
  | { readonly kind: "dropped"; readonly address: string }
  /** The look-up failed; `server` is the resolver that was asked, missing where none was. */
  | { readonly kind: "no-such-host"; readonly host: string; readonly server?: string; readonly why?: LookupFailure };

/** A connection that stands. */
export type Connected = Extract<ConnectionOutcome, { kind: "connected" }>;

/** `nxdomain`: the server says that there is none. The others: the server itself cannot be reached. */
export type LookupFailure = "nxdomain" | "server-refused" | "server-timeout";
