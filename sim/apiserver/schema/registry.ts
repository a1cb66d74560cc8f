import { invariant } from "#core/invariant.ts";
import { RESOURCES, type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../kernel/world.ts";
import type { UserInfo } from "../http/client.ts";
import { policyKinds } from "../policy/admission-policies/policy-kind.ts";
import { webhookKinds } from "../policy/webhooks/webhook-kind.ts";
import { customResource } from "./custom/custom-resources.ts";
import { definitionKind } from "./custom/definition-kind.ts";
import type { KindStrategy, RequestContext } from "./kind-strategy.ts";
import { accessKinds } from "./kinds/access.ts";
import { autoscalerKind } from "./kinds/autoscaling/autoscaler.ts";
import { batchKinds } from "./kinds/batch/batch.ts";
import { certificateRequestKind } from "./kinds/certificate-request.ts";
import { configKinds } from "./kinds/config.ts";
import { deviceKinds } from "./kinds/devices.ts";
import { disruptionBudgetKind } from "./kinds/disruption-budget.ts";
import { newEventKind } from "./kinds/event.ts";
import { limitKinds } from "./kinds/limits/limits.ts";
import { namespaceKind } from "./kinds/namespace.ts";
import { networkingKinds } from "./kinds/networking/networking.ts";
import { nodeKind } from "./kinds/node.ts";
import { otherVersion } from "./kinds/other-versions.ts";
import { plainKinds } from "./kinds/plain.ts";
import { podKind } from "./kinds/pod/pod.ts";
import { serverKinds } from "./kinds/server/server.ts";
import { storageKinds } from "./kinds/storage/storage.ts";
import { workloadKinds } from "./kinds/workloads/workloads.ts";
import { servedRow } from "./served-resources.ts";

/** Strategies by resource; kinds of the catalogue that are missing here are stored as they are sent. */
const STRATEGIES: Readonly<Record<string, KindStrategy>> = {
  namespaces: namespaceKind,
  nodes: nodeKind,
  pods: podKind,
  ...configKinds,
  ...storageKinds,
  ...workloadKinds,
  ...batchKinds,
  "horizontalpodautoscalers.autoscaling": autoscalerKind,
  "poddisruptionbudgets.policy": disruptionBudgetKind,
  ...networkingKinds,
  ...limitKinds,
  ...accessKinds,
  ...plainKinds,
  ...deviceKinds,
  "certificatesigningrequests.certificates.k8s.io": certificateRequestKind,
  ...serverKinds,
  "customresourcedefinitions.apiextensions.k8s.io": definitionKind,
  ...webhookKinds,
  ...policyKinds,
};

/** The strategy of a resource of the server's own. */
export const strategyOf = (resource: string): KindStrategy => STRATEGIES[resource] ?? PLAIN;

/** The strategy of any served resource; custom ones differ by version. */
export const strategyFor = (world: World, row: ResourceRow): KindStrategy =>
  otherVersion(row)?.strategy ??
  (row.resource === EVENTS_VIEW ? newEventKind : STRATEGIES[row.resource]) ??
  (resourceRow(row.resource) === undefined ? customResource(world, row).strategy : PLAIN);

/** Tells resources that are stored as objects: everything that can be listed, except metrics. */
export const isStored = (row: ResourceRow): boolean =>
  row.verbs.includes("list") && row.group !== "metrics.k8s.io" && row.resource !== "componentstatuses" && row.resource !== EVENTS_VIEW;

/** `events.k8s.io` shows the objects of `events` under other field names. */
export const EVENTS_VIEW = "events.events.k8s.io";

/** All stored resources, in discovery order. */
export const STORED_RESOURCES: readonly ResourceRow[] = RESOURCES.filter(isStored);

/** Begins a request about a resource. */
export const requestContext = (
  world: World,
  resource: string | ResourceRow,
  user: UserInfo,
  options: Partial<
    Pick<RequestContext, "dryRun" | "fieldValidation" | "fieldManager" | "strictErrors" | "subresource" | "warnings" | "isComponent">
  > = {},
): RequestContext => {
  const row = typeof resource === "string" ? servedRow(world, resource) : resource;
  invariant(row !== undefined, `no resource ${resource}`);
  return { world, row, strategy: strategyFor(world, row), user, dryRun: false, fieldValidation: "Ignore", warnings: [], ...options };
};

const PLAIN: KindStrategy = Object.freeze({});
