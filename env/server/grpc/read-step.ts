import { z } from "zod";
import { DrillError } from "#core/drill-error.ts";
import { cutAction } from "../../host/action-size.ts";
import type { Action } from "../../host/episode-protocol.ts";
import type { StepOrder } from "../episodes/episode-orders.ts";
import { dropMissing } from "./drop-missing.ts";
import { viewField } from "./read-views.ts";
import { durationField, finiteField, idField, listField, optionalText, readWire } from "./read-wire.ts";

/** Parses a step. @throws DrillError FIELD_INVALID, STEP_INDEX_MISSING */
export const readStep = (message: unknown): StepOrder => toStepOrder(readWire(stepSchema, message));

const actionSchema = z
  .object({
    callId: optionalText(256),
    toolCall: z
      .object({ name: z.string().transform(cutAction).default(""), argumentsJson: z.string().transform(cutAction).default("") })
      .optional(),
    text: z.string().transform(cutAction).optional(),
    discrete: z.object({ indices: listField("DiscreteAction.indices", z.unknown()).optional() }).optional(),
    wait: durationField().optional(),
    timeout: durationField({ minMs: 1 }).optional(),
    behaviorLogprob: finiteField.optional(),
  })
  .transform(({ callId, toolCall, text, discrete, wait, timeout, behaviorLogprob }, context): Action => {
    const body = readBody({ toolCall, text, wait });
    const given = discrete === undefined ? "has no body" : "is a factored action, which this server does not play";
    if (body === undefined) context.addIssue({ code: "custom", message: `${given}; give tool_call, text or wait` });
    return dropMissing({ callId, body: body ?? NO_BODY, timeoutMs: timeout, behaviorLogprob });
  });

const NO_BODY: Action["body"] = { kind: "wait", ms: 0 };

const readBody = (message: {
  readonly toolCall: { readonly name: string; readonly argumentsJson: string } | undefined;
  readonly text: string | undefined;
  readonly wait: number | undefined;
}): Action["body"] | undefined => {
  if (message.toolCall !== undefined) return { kind: "tool", name: message.toolCall.name, argumentsJson: message.toolCall.argumentsJson };
  if (message.text !== undefined) return { kind: "text", text: message.text };
  return message.wait === undefined ? undefined : { kind: "wait", ms: message.wait };
};

const stepSchema = z.object({
  episodeId: idField,
  stepIndex: z.number().optional(),
  actions: listField("StepRequest.actions", actionSchema).default([]),
  views: listField("StepRequest.views", viewField).optional(),
  timeout: durationField({ minMs: 1 }).optional(),
});

const toStepOrder = ({ episodeId, stepIndex, actions, views, timeout }: z.output<typeof stepSchema>): StepOrder => {
  if (stepIndex === undefined) {
    const description = "is missing; give the number of steps done before";
    throw new DrillError("STEP_INDEX_MISSING", `step_index ${description}`, { violations: [{ field: "step_index", description }] });
  }
  return dropMissing({ episodeId, stepIndex, actions, views, timeoutMs: timeout });
};

/** Schema of a request to observe. */
export const observeSchema = z.object({ episodeId: idField, views: listField("ObserveRequest.views", viewField).optional() });
