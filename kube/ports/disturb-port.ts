/**
 * Faults that the Kubernetes API cannot cause.
 *
 * A backend lists those it supports in its capabilities as `disturb.<name>`; calling another one is a programming
 * error.
 */
export interface DisturbPort {
  /** Stops or starts the kubelet of a node. */
  kubelet(node: string, state: "running" | "stopped"): Promise<void>;
}
