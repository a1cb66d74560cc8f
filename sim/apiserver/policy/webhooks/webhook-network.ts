import type { ClientConfig } from "#kube/types/webhooks.ts";
import type { World } from "../../../kernel/world.ts";

/** A call of the API server to a webhook. */
export interface WebhookCall {
  readonly clientConfig: ClientConfig;
  readonly timeoutSeconds: number;
  readonly body: string;
}

/** Answer of a webhook in HTTP, or the connection error in Go's words: `dial tcp 10.96.7.1:443: connect: connection refused`. */
export type WebhookAnswer = { readonly status: number; readonly body: string } | { readonly problem: string };

/** Calls a webhook through the network of a world; the world's parts carry it as the constant `callWebhook`. */
export type CallWebhook = (world: World, call: WebhookCall) => WebhookAnswer;

/** Calls a webhook; without a network the connection is refused. */
export const callOverNetwork: CallWebhook = (world, call) =>
  (world.parts.config["callWebhook"] as CallWebhook | undefined)?.(world, call) ?? { problem: "dial tcp: connect: network is unreachable" };

/** The address as errors show it: `https://hook.tools.svc:443/validate?timeout=10s`. */
export const shownUrl = ({
  clientConfig: { url, service },
  timeoutSeconds,
}: Pick<WebhookCall, "clientConfig" | "timeoutSeconds">): string => {
  const base =
    service === undefined ? (url ?? "") : `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${service.path ?? "/"}`;
  return `${base}?timeout=${timeoutSeconds}s`;
};
