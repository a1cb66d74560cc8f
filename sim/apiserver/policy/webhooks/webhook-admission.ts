import { decodeBase64Text } from "#core/base64.ts";
import { isSameJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";
import { applyJsonPatch, type JsonPatchOperation } from "#kube/patch-algorithms/json-patch.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { MUTATING, VALIDATING, type Webhook, type WebhookConfiguration } from "#kube/types/webhooks.ts";
import type { World } from "../../../kernel/world.ts";
import { badRequest, internalError } from "../../http/status.ts";
import { decodeObject } from "../../schema/codec/decode.ts";
import type { Raw } from "../../schema/codec/same.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { listObjects } from "../../store/store.ts";
import type { AdmissionPlugin } from "../admission/admission-plugin.ts";
import { askWebhook, type Verdict } from "./call-webhook.ts";
import { type AdmissionRequest, fitsConditions, isChosen } from "./match-webhook.ts";

/** Asks mutating webhooks, one after another in the order of their names, and once more where one asks for it. */
export const mutatingWebhooks: AdmissionPlugin = {
  mutate: (context, object, old) => {
    const hooks = hooksOf(context, MUTATING);
    if (hooks.length === 0) return ok(object);
    const first = round(context, hooks, object, old);
    if (!first.ok || first.value === object) return first;
    return round(
      context,
      hooks.filter(({ reinvocationPolicy }) => reinvocationPolicy === "IfNeeded"),
      first.value,
      old,
    );
  },
  validateDeletion: (context, object) =>
    refusalOf(context, hooksOf(context, MUTATING), { context, operation: "DELETE", object: undefined, old: object }),
  validateConnection: (request) => refusalOf(request.context, hooksOf(request.context, MUTATING), request),
};

/** Asks validating webhooks about the settled object. */
export const validatingWebhooks: AdmissionPlugin = {
  validate: (context, object, old) => {
    const hooks = hooksOf(context, VALIDATING);
    return hooks.length === 0
      ? undefined
      : refusalOf(context, hooks, { context, operation: old === undefined ? "CREATE" : "UPDATE", object, old });
  },
  validateDeletion: (context, object) =>
    refusalOf(context, hooksOf(context, VALIDATING), { context, operation: "DELETE", object: undefined, old: object }),
  validateConnection: (request) => refusalOf(request.context, hooksOf(request.context, VALIDATING), request),
};

const NONE: readonly Webhook[] = Object.freeze([]);

/** Webhooks of a resource; configurations of webhooks are exempt. */
const hooksOf = ({ world, row }: RequestContext, resource: string): readonly Webhook[] =>
  row.group === "admissionregistration.k8s.io" ? NONE : allHooks(world, resource);

const allHooks = (world: World, resource: string): readonly Webhook[] => {
  const configurations = listObjects<WebhookConfiguration>(world, resource);
  return configurations.length === 0 ? NONE : configurations.flatMap(({ webhooks = [] }) => webhooks);
};

const refusalOf = (context: RequestContext, hooks: readonly Webhook[], request: AdmissionRequest): Status | undefined => {
  for (const webhook of hooks) {
    const asked = ask(context, webhook, request);
    if (!asked.ok) return asked.error;
  }
  return undefined;
};

const round = (
  context: RequestContext,
  hooks: readonly Webhook[],
  object: KubeObject,
  old: KubeObject | undefined,
): Result<KubeObject, Status> => {
  let current = object;
  for (const webhook of hooks) {
    const asked = ask(context, webhook, { context, operation: old === undefined ? "CREATE" : "UPDATE", object: current, old });
    if (!asked.ok) return asked;
    if (asked.value?.patch === undefined) continue;
    const patched = applyPatch(context, webhook, asked.value.patch, current);
    if (!patched.ok) return patched;
    current = patched.value;
  }
  return ok(current);
};

/** One webhook's verdict; undefined when it has no say, or could not be asked and that does not matter. */
const ask = (context: RequestContext, webhook: Webhook, request: AdmissionRequest): Result<Verdict | undefined, Status> => {
  if (!isChosen(webhook, request)) return ok(undefined);
  const { fits, problem } = fitsConditions(webhook.matchConditions, request);
  if (!fits) return problem === undefined || webhook.failurePolicy === "Ignore" ? ok(undefined) : err(internalError(problem));
  if (context.dryRun && webhook.sideEffects !== "None" && webhook.sideEffects !== "NoneOnDryRun")
    return err(badRequest(`admission webhook "${webhook.name}" does not support dry run`));
  const asked = askWebhook(webhook, request);
  if (!asked.ok)
    return webhook.failurePolicy === "Ignore"
      ? ok(undefined)
      : err(internalError(`failed calling webhook "${webhook.name}": ${asked.error}`));
  context.warnings.push(...(asked.value.warnings ?? []));
  return asked.value.allowed === true ? ok(asked.value) : err(denial(webhook, asked.value));
};

const denial = ({ name }: Webhook, { status = {} }: Verdict): Status => {
  const words = status.message || status.reason;
  const deniedBy = `admission webhook "${name}" denied the request`;
  const code = status.code === undefined || status.code < 400 ? 400 : status.code;
  const message = words ? `${deniedBy}: ${words}` : `${deniedBy} without explanation`;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(status.reason && { reason: status.reason }),
    ...(status.details && { details: status.details }),
    code,
  };
};

const applyPatch = (context: RequestContext, webhook: Webhook, patch: string, object: KubeObject): Result<KubeObject, Status> => {
  const frame = `failed calling webhook "${webhook.name}": `;
  let operations: readonly JsonPatchOperation[];
  try {
    operations = JSON.parse(decodeBase64Text(patch)) as readonly JsonPatchOperation[];
  } catch {
    return webhook.failurePolicy === "Ignore"
      ? ok(object)
      : err(internalError(`${frame}received undecodable patch in webhook response: invalid JSON`));
  }
  const patched = applyJsonPatch(object, operations);
  if (!patched.ok) return err(internalError(typeof patched.error === "string" ? patched.error : "jsonpatch operation does not apply"));
  const { strategy, row, sent } = context;
  const ofResource = sent === undefined ? strategy.decode?.(patched.value as Raw) : undefined;
  const decoded = ofResource ?? decodeObject(sent?.kind.kind ?? strategy.typeName ?? row.kind, patched.value);
  return ok(isSameJson(decoded.value, object) ? object : (decoded.value as unknown as KubeObject));
};
