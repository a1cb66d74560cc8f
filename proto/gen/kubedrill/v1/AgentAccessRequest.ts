// Original file: kubedrill/v1/environment.proto


/**
 * Endpoints for the agent itself.
 */
export interface AgentAccessRequest {
  'mcp'?: (boolean);
  'kubeApi'?: (boolean);
  /**
   * Prometheus, Loki and Jaeger.
   */
  'telemetry'?: (boolean);
}

/**
 * Endpoints for the agent itself.
 */
export interface AgentAccessRequest__Output {
  'mcp'?: (boolean);
  'kubeApi'?: (boolean);
  /**
   * Prometheus, Loki and Jaeger.
   */
  'telemetry'?: (boolean);
}
