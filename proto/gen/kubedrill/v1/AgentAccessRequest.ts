// Original file: kubedrill/v1/environment.proto


/**
 * Doors for the agent itself.
 */
export interface AgentAccessRequest {
  'mcp'?: (boolean);
  'kubeApi'?: (boolean);
}

/**
 * Doors for the agent itself.
 */
export interface AgentAccessRequest__Output {
  'mcp'?: (boolean);
  'kubeApi'?: (boolean);
}
