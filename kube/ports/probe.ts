/** A call from inside the cluster network; agents cannot observe it. */
export interface ProbeRequest {
  /** Caller, as NetworkPolicies and the resolver see it. Missing labels: a pod without labels. */
  readonly from: { readonly namespace: string; readonly labels?: Readonly<Record<string, string>>; readonly node?: string };
  /** A Service name as the caller would write it (`frontend`, `frontend.shop`), a pod address or a cluster address. */
  readonly host: string;
  readonly port: number;
  /** Missing: a TCP connection only. */
  readonly http?: { readonly method: "GET" | "POST" | "DELETE"; readonly path: string; readonly body?: string };
  /** Timeout, ms; missing: 2,000. */
  readonly timeoutMs?: number;
}

/** Outcome as the caller sees it. `latencyMs` is an integer. */
export type ProbeResult =
  | { readonly kind: "connected"; readonly latencyMs: number }
  | { readonly kind: "response"; readonly status: number; readonly body: string; readonly latencyMs: number }
  | { readonly kind: "refused" | "timed-out" | "no-such-host" | "reset"; readonly latencyMs: number; readonly detail: string };
