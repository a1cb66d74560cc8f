import type { AgentAccess__Output } from "#proto/gen/kubedrill/v1/AgentAccess.ts";

/** Addresses for the agent of one episode, and the bearer token of them all. Undefined: the server does not offer it. */
export interface AgentAccess {
  readonly token: string;
  /** Tools of the episode over MCP (streamable HTTP): each call is a step. */
  readonly mcpUrl: string | undefined;
  readonly kubeApiUrl: string | undefined;
  /** Kubeconfig for that, YAML. */
  readonly kubeconfig: string | undefined;
  readonly prometheusUrl: string | undefined;
  readonly lokiUrl: string | undefined;
  readonly jaegerUrl: string | undefined;
}

/** Converts the addresses. */
export const readAgentAccess = (wire: AgentAccess__Output): AgentAccess => ({
  token: wire.token ?? "",
  mcpUrl: wire.mcpUrl || undefined,
  kubeApiUrl: wire.kubeApiUrl || undefined,
  kubeconfig: wire.kubeconfig || undefined,
  prometheusUrl: wire.prometheusUrl || undefined,
  lokiUrl: wire.lokiUrl || undefined,
  jaegerUrl: wire.jaegerUrl || undefined,
});
