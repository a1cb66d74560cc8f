import type { AgentAccess } from "#clients/typescript/index.ts";

/**
 * Names the addresses of an agent as the variables of its environment.
 * @param kubeconfig path of the kubeconfig's file; missing: there is none
 */
export const agentEnvironment = (access: AgentAccess, kubeconfig?: string): Readonly<Record<string, string>> => {
  const variables = {
    KUBECONFIG: kubeconfig,
    KUBEDRILL_MCP_URL: access.mcpUrl,
    KUBEDRILL_PROMETHEUS_URL: access.prometheusUrl,
    KUBEDRILL_LOKI_URL: access.lokiUrl,
    KUBEDRILL_JAEGER_URL: access.jaegerUrl,
    KUBEDRILL_AGENT_TOKEN: access.token,
  };
  return Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

/** Variables of this process for a program that plays: those that concern neither kubedrill nor its judge. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(KUBEDRILL|JUDGE)_/.test(name)));
