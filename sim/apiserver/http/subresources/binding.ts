import { goQuote } from "#core/go-quote.ts";
import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { admitSent } from "../../policy/admission/admit-sent.ts";
import { sentAs } from "../../schema/codec/sent-as.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject, putObject } from "../../store/store.ts";
import { contextOf, created, withWarnings } from "../../write/write-objects.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "../api-request.ts";
import type { UserInfo } from "../client.ts";
import { badRequest, conflict, notFound, unknownError } from "../status.ts";
import { BINDING } from "./sent-kinds.ts";

/** Gives a pod its node, as the scheduler does: also sets the condition PodScheduled. */
export const bindPod = (
  world: World,
  user: UserInfo,
  target: { readonly namespace: string; readonly pod: string; readonly node: string },
): Result<Pod, Status> => {
  const { namespace, pod: name, node } = target;
  const uid = getObject<Pod>(world, "pods", namespace, name)?.metadata.uid;
  const binding = { metadata: { name, namespace, ...(uid && { uid }) }, target: { kind: "Node", name: node } };
  return bind(requestContext(world, "pods", user, { subresource: "binding", isComponent: true }), namespace, name, binding);
};

/** Answers POST `pods/x/binding`. */
export const answerBinding = (world: World, namespace: string, name: string, request: ApiRequest): ApiAnswer => {
  const context = contextOf(world, requestContext(world, "pods", request.user).row, request, "binding");
  const sent = sentAs<Binding>(BINDING, request.body);
  if (!sent.ok) return refuse(sent.error);
  const { metadata, target } = sent.value;
  if (metadata?.name !== name) return refuse(badRequest("name in URL does not match name in Binding object"));
  const { kind = "", name: node = "" } = target ?? {};
  if (kind !== "" && kind !== "Node")
    return refuse(unknownError(`target.kind: Unsupported value: ${goQuote(kind)}: supported values: "Node", "<empty>"`));
  if (node === "") return refuse(unknownError("target.name: Required value"));
  const bound = bind(context, namespace, name, sent.value);
  return withWarnings(context, bound.ok ? created() : refuse(bound.error));
};

interface Binding {
  readonly metadata?: { readonly name?: string };
  readonly target?: { readonly kind?: string; readonly name?: string };
}

const bind = (context: RequestContext, namespace: string, name: string, sent: Binding): Result<Pod, Status> => {
  const { world, row, dryRun } = context;
  const binding = admitSent(context, { kind: BINDING, namespace, name }, sent);
  if (!binding.ok) return binding;
  const node = binding.value.target?.name ?? "";
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined) return err(notFound(row, name));
  const bindings = { ...row, resource: "pods/binding", plural: "pods/binding" };
  if (pod.metadata.deletionTimestamp !== undefined)
    return err(conflict(bindings, name, `pod ${name} is being deleted, cannot be assigned to a host`));
  if (pod.spec.nodeName !== undefined)
    return err(conflict(bindings, name, `pod ${name} is already assigned to node ${JSON.stringify(pod.spec.nodeName)}`));
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: toTimestamp(world.nowMs()) } as const;
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== "PodScheduled");
  const { nominatedNodeName: _nominated, ...status } = pod.status ?? {};
  const bound: Pod = { ...pod, spec: { ...pod.spec, nodeName: node }, status: { ...status, conditions: [...others, scheduled] } };
  return ok(dryRun ? bound : putObject(world, "pods", bound));
};
