import type { World } from "../../kernel/world.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { findContainer } from "../pod/pod-containers.ts";
import { saveRuntime, withReason } from "../pod/pod-runtime.ts";
import { type PodContext, planStep, type StartPlan } from "../pod/pod-steps.ts";
import { type Hook, runHook } from "./run-hook.ts";
import { lastExitMs, podGraceMs, signal } from "./stop-containers.ts";

/** Runs the hook of the first container of a plan; nothing else is done with the pod until it is over. */
export const runPostStart = (world: World, context: PodContext, plan: StartPlan): void => {
  const container = findContainer(context.pod, plan.names[0] as string)?.container;
  const hook = container?.lifecycle?.["postStart"] as Hook | undefined;
  const result = container === undefined || hook === undefined ? { tookMs: 0 } : runHook(world, context, container, hook, HOOK_MAX_MS);
  const failure = "failure" in result ? { failure: result.failure } : {};
  planStep(world, context.podKey, { kind: "post-started", plan, ...failure }, Math.max(1, result.tookMs));
};

/** Kills a container whose hook failed; it is restarted as after any other exit. */
export const killAfterHook = (world: World, context: PodContext, plan: StartPlan, failure: string): void => {
  const name = plan.names[0] as string;
  recordEvent(world, context.pod, { type: "Warning", reason: "FailedPostStartHook", message: "PostStartHook failed", container: name });
  recordEvent(world, context.pod, { reason: "Killing", message: "FailedPostStartHook", container: name });
  const runtime = saveRuntime(world, context.podKey, withReason(context.runtime, name, { reason: "PostStartHookError", message: failure }));
  const exits = { [name]: signal(world, { ...context, runtime }, name, podGraceMs(context.pod)) };
  planStep(world, context.podKey, { kind: "killed", exits }, lastExitMs(world, exits) - world.nowMs());
};

/** Upper limit of a hook's duration, ms; Kubernetes has none, so a hook that hangs holds its pod. */
const HOOK_MAX_MS = 86_400_000;
