import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { type ChangeObserver, type TimerHandler, World } from "../../kernel/world.ts";
import type { Client } from "../http/client.ts";
import { createClient } from "../http/create-client.ts";
import { quotaObservers, quotaTimers } from "../policy/quota/quota-controller.ts";
import { eventTimers } from "../write/events/event-expiry.ts";

/** An otherwise empty cluster with the namespaces `default` and `shop` and their service accounts, for tests of single parts. */
export const createTestWorld = (
  parts: {
    readonly timers?: Readonly<Record<string, TimerHandler>>;
    readonly observers?: readonly ChangeObserver[];
    readonly config?: Readonly<Record<string, unknown>>;
  } = {},
): { readonly world: World; readonly client: Client } => {
  const timers = { ...eventTimers, ...quotaTimers, ...parts.timers };
  const observers = [...quotaObservers, ...(parts.observers ?? [])];
  const world = new World({ timers, observers, config: parts.config ?? {} }, "7", WORLD_EPOCH_MS);
  const client = createClient(world, { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] });
  for (const name of ["default", "shop"]) {
    client.create("namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    client.create("serviceaccounts", { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default", namespace: name } });
  }
  return { world, client };
};
