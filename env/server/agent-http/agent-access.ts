import { randomBytes } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import type { Briefing } from "../episodes/brief-agent.ts";
import type { EpisodeService } from "../episodes/create-episode-service.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import type { KubeAccess, KubeAdmission } from "../kube-http/kube-access.ts";
import { type AgentEndpoint, type AgentEndpointOptions, type AgentPass, openAgentEndpoint } from "./open-agent-endpoint.ts";
import { createTelemetryServices } from "./serve-telemetry.ts";

/** Access of external agents to all that an agent within the process has. The endpoint opens for the first of them. */
export interface AgentAccess {
  /** Addresses of a running episode; asked again, the same ones. @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, … */
  admit(episodeId: string): Promise<AgentAddresses>;
  close(): Promise<void>;
}

/** Addresses for the agent of one episode; one token opens them all. */
export interface AgentAddresses {
  readonly token: string;
  readonly mcpUrl: string;
  /** Missing: this server offers no Kubernetes API. */
  readonly kubeApiUrl?: string;
  readonly kubeconfig?: string;
  /** Missing: this server has no telemetry for agents. */
  readonly telemetry?: { readonly prometheusUrl: string; readonly lokiUrl: string; readonly jaegerUrl: string };
}

export interface AgentAccessOptions extends AgentEndpointOptions {
  readonly service: EpisodeService;
  /** Access to Kubernetes APIs; missing: there are none. */
  readonly kube: KubeAccess | undefined;
  readonly clock: WallClock;
  readonly serverVersion: string;
}

/** Creates the access. Calls after the end of an episode are told so for a while, and are then strangers'. */
export const createAgentAccess = ({ service, kube, clock, serverVersion, ...address }: AgentAccessOptions): AgentAccess => {
  const admissions = new Map<string, Promise<Admission>>();
  let endpoint: Promise<AgentEndpoint> | undefined;
  const open = (): Promise<AgentEndpoint> => {
    endpoint ??= openAgentEndpoint(address).catch((cause) => {
      endpoint = undefined;
      throw DrillError.from(cause, { boundary: "the endpoint of agents", fallback: "BACKEND_DOWN" });
    });
    return endpoint;
  };
  const admit = async (episodeId: string, briefing: Briefing): Promise<Admission> => {
    const cluster = await kube?.admit(episodeId);
    const token = cluster?.token ?? randomBytes(32).toString("base64url");
    const { createMcpService } = await import("./serve-mcp.ts");
    const call = (name: string, argumentsJson: string) =>
      service.step({ episodeId, actions: [{ body: { kind: "tool", name, argumentsJson } }], views: [{ name: "text" }] });
    const services = {
      mcp: createMcpService({ ...briefing, serverVersion, call }),
      ...(cluster && createTelemetryServices(cluster.query)),
    };
    const pass = (await open()).admit({ token, services });
    return { pass, addresses: { token, mcpUrl: pass.urlOf("mcp"), ...(cluster && clusterAddresses(cluster, pass)) } };
  };
  const forget = (episodeId: string): void => {
    const admission = admissions.get(episodeId);
    if (admission === undefined) return;
    clock.after(TOLD_MS, () => {
      admissions.delete(episodeId);
      admission.then(({ pass }) => pass.close()).catch(() => undefined);
    });
  };
  const stopListening = service.listen(({ kind, episodeId }) => {
    if (kind === "EPISODE_ENDED" && episodeId !== undefined) forget(episodeId);
  });
  return {
    admit: async (episodeId) => {
      // An episode that is over has no addresses any more, whatever is still told there.
      const briefing = await service.brief(episodeId);
      let admission = admissions.get(episodeId);
      if (admission === undefined) {
        admission = admit(episodeId, briefing);
        admissions.set(episodeId, admission);
        admission.catch(() => admissions.delete(episodeId));
      }
      return (await admission).addresses;
    },
    close: async () => {
      stopListening();
      await endpoint?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
};

const clusterAddresses = ({ server, kubeconfig }: KubeAdmission, { urlOf }: AgentPass): Omit<AgentAddresses, "token" | "mcpUrl"> => ({
  kubeApiUrl: server,
  kubeconfig,
  telemetry: { prometheusUrl: urlOf("prometheus"), lokiUrl: urlOf("loki"), jaegerUrl: urlOf("jaeger") },
});

interface Admission {
  readonly pass: AgentPass;
  readonly addresses: AgentAddresses;
}

/** Time for which callers are told that an episode has ended, ms. */
const TOLD_MS = 600_000;
