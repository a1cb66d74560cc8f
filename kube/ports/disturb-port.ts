/**
 * What a fault may do that the Kubernetes API cannot.
 *
 * A backend lists what it can do in its capabilities as `disturb.<name>`; asking for another is an error of the caller.
 */
export interface DisturbPort {
  /** Stops or starts the kubelet of a node. */
  kubelet(node: string, state: "running" | "stopped"): Promise<void>;
}
