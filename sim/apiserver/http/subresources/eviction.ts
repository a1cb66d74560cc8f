import { ok } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { admitSent } from "../../policy/admission/admit-sent.ts";
import { sentAs } from "../../schema/codec/sent-as.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject, listObjects, putObject } from "../../store/store.ts";
import { checkPreconditions, deleteAdmitted } from "../../write/delete-object.ts";
import { contextOf, withWarnings } from "../../write/write-objects.ts";
import { deleteOptionsProblem, optionsProblem } from "../../write/write-options.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import type { DeleteOptions } from "../client.ts";
import { createClient } from "../create-client.ts";
import { badRequest, failure, internalError, notFound, success } from "../status.ts";
import { EVICTION } from "./sent-kinds.ts";

/** Answers POST `pods/x/eviction`: a deletion that a disruption budget may put off. */
export const answerEviction = (world: World, namespace: string, name: string, request: ApiRequest): ApiAnswer => {
  const context = contextOf(world, requestContext(world, "pods", request.user).row, request, "eviction");
  const { apiVersion } = (request.body ?? {}) as { readonly apiVersion?: string };
  const sent = sentAs<Eviction>({ ...EVICTION, ...(apiVersion === OLD_VERSION && { version: "v1beta1" }) }, request.body);
  if (!sent.ok) return refuse(sent.error);
  const { metadata, deleteOptions } = sent.value;
  const options = optionsProblem(request, "CreateOptions");
  if (options !== undefined) return refuse(options);
  if (metadata?.name !== name) return refuse(badRequest("name in URL does not match name in Eviction object"));
  const admitted = admitSent(context, { kind: EVICTION, namespace, name }, sent.value);
  if (!admitted.ok) return withWarnings(context, refuse(admitted.error));
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined) return refuse(notFound(context.row, name));
  const unfit = deleteOptionsProblem(deleteOptions) ?? checkPreconditions(pod, deleteOptions ?? {});
  if (unfit !== undefined) return refuse(unfit);
  const refused = canDisrupt(pod) ? undefined : askBudgets(context, pod);
  if (refused !== undefined) return refused;
  markEvicted(context, pod);
  const marked = getObject<Pod>(world, "pods", namespace, name) ?? pod;
  const deletion = deleteAdmitted(context, marked, deleteOptions ?? {});
  return withWarnings(context, deletion.ok ? answer(ok({ ...success(), code: 201 }), 201) : refuse(deletion.error));
};

interface Eviction {
  readonly metadata?: { readonly name?: string };
  readonly deleteOptions?: DeleteOptions;
}

/** Gone as a version of budgets, and still taken here. */
const OLD_VERSION = "policy/v1beta1";

/** Tells pods that may be evicted regardless of budgets: those that do not count as available. */
const canDisrupt = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || ["Succeeded", "Failed", "Pending"].includes(status?.phase ?? "");

const askBudgets = ({ world, dryRun }: RequestContext, pod: Pod): ApiAnswer | undefined => {
  const budgets = listObjects<PodDisruptionBudget>(world, BUDGETS, pod.metadata.namespace).filter(({ spec }) =>
    matchesLabelSelector(spec.selector, pod.metadata.labels),
  );
  const [budget, second] = budgets;
  if (budget === undefined) return undefined;
  if (second !== undefined) {
    return refuse(internalError("This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."));
  }
  const { disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0, observedGeneration = 0 } = budget.status ?? {};
  const isReady = (pod.status?.conditions ?? []).some(({ type, status }) => type === "Ready" && status === "True");
  const policy = (budget.spec as { readonly unhealthyPodEvictionPolicy?: string }).unhealthyPodEvictionPolicy;
  if (!isReady && (policy === "AlwaysAllow" || (currentHealthy >= desiredHealthy && desiredHealthy > 0))) return undefined;
  if (observedGeneration < (budget.metadata.generation ?? 0)) {
    return tooMany(`The disruption budget ${budget.metadata.name} is still being processed by the server.`, 10);
  }
  if (disruptionsAllowed <= 0) {
    return tooMany(
      `The disruption budget ${budget.metadata.name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
    );
  }
  const spent = {
    ...budget.status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: { [pod.metadata.name]: toTimestamp(world.nowMs()) },
  };
  if (dryRun) return undefined;
  const written = createClient(world, SERVER).updateStatus(BUDGETS, { ...budget, status: spent } as PodDisruptionBudget);
  return written.ok ? undefined : refuse(written.error);
};

const BUDGETS = "poddisruptionbudgets.policy";

/** The server writes to budgets by itself. */
const SERVER = Object.freeze({ username: "system:apiserver", groups: Object.freeze(["system:authenticated", "system:masters"]) });

const tooMany = (cause: string, retryAfterSeconds?: number): ApiAnswer =>
  refuse(
    failure(429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {
      causes: [{ reason: "DisruptionBudget", message: cause }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  );

const markEvicted = ({ world, dryRun }: RequestContext, pod: Pod): void => {
  if (dryRun || pod.metadata.deletionTimestamp !== undefined) return;
  const lastTransitionTime = toTimestamp(world.nowMs());
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
    lastProbeTime: null,
    lastTransitionTime,
  } as const;
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
  putObject(world, "pods", { ...pod, status: { ...pod.status, conditions: [...others, condition] } });
};
