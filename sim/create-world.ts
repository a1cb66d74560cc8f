import type { AggregatedApi } from "./apiserver/http/handle.ts";
import { quotaObservers, quotaTimers } from "./apiserver/policy/quota/quota-controller.ts";
import type { OpenApiText } from "./apiserver/schema/openapi/open-api-text.ts";
import { eventTimers } from "./apiserver/write/events/event-expiry.ts";
import { CONTAINER_PARTS } from "./container-parts.ts";
import { containerTimers } from "./containers/container-timers.ts";
import { controllerObserver, controllerTimers } from "./controller-runtime/controller.ts";
import { ownedIndexObserver } from "./controller-runtime/owned-index.ts";
import { CONTROLLERS } from "./controllers/controllers.ts";
import { flowObservers, flowTimers } from "./flow/flow-timers.ts";
import { World, type WorldParts } from "./kernel/world.ts";
import { kubeletObservers, kubeletTimers } from "./kubelet/kubelet.ts";
import { callHost } from "./network/http/call-host.ts";
import { callWebhook } from "./network/http/call-webhook.ts";
import { networkObservers } from "./network/network-revision.ts";
import { OPERATORS } from "./operators/operators.ts";
import type { AppInstall } from "./programs/catalogue/app-install.ts";
import { appTimers } from "./programs/runtime/process-timers.ts";
import { schedulerObservers, schedulerTimers } from "./scheduler/scheduler.ts";
import { readPodLog } from "./telemetry/logs/pod-log.ts";
import { answerResourceMetrics, RESOURCE_METRICS_GROUP } from "./telemetry/resource-metrics/resource-metrics-api.ts";

/** Request to create a world. */
export interface WorldRequest {
  /** Applications under load, once their objects exist. */
  readonly apps: readonly AppInstall[];
  readonly seed: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Invariants to check after every event. */
  readonly checkers?: readonly ((world: World) => void)[];
  /** Returns the OpenAPI documents on demand; missing: the server has none. */
  readonly openApi?: () => ReadonlyMap<string, OpenApiText>;
}

/** Creates an empty world in which every part of a cluster is at work; nothing is in it yet. */
export const createWorld = ({ apps, seed, nowMs, checkers, openApi }: WorldRequest): World => {
  const config = Object.freeze({ apps, aggregatedApis: AGGREGATED_APIS, openApi, ...HANDED_DOWN });
  return new World({ ...PARTS, config, ...(checkers && { checkers }) }, seed, nowMs);
};

/** Higher layers' answers for lower ones that ask: the network and the logs for the API server, programs for the network and the containers. */
const HANDED_DOWN = { callWebhook, callHost, readPodLog, ...CONTAINER_PARTS };

/** Groups that the API server hands on to other servers. */
const AGGREGATED_APIS: Readonly<Record<string, AggregatedApi>> = { [RESOURCE_METRICS_GROUP]: answerResourceMetrics };

/** The behaviour of every simulated cluster: all timers and observers of its parts. */
const PARTS: Omit<WorldParts, "config"> = {
  timers: {
    ...controllerTimers([...CONTROLLERS, ...OPERATORS]),
    ...schedulerTimers,
    ...kubeletTimers,
    ...appTimers,
    ...containerTimers,
    ...flowTimers,
    ...quotaTimers,
    ...eventTimers,
  },
  observers: [
    ownedIndexObserver,
    ...networkObservers,
    controllerObserver([...CONTROLLERS, ...OPERATORS]),
    ...schedulerObservers,
    ...kubeletObservers,
    ...flowObservers,
    ...quotaObservers,
  ],
};
