import type { Container, Probe } from "#kube/types/pod.ts";
import { hex64 } from "../../kernel/hex64.ts";
import type { World } from "../../kernel/world.ts";
import { httpGet } from "../../network/http/http-get.ts";
import { runInContainer } from "../../shell/run-in-container.ts";
import { containerKey } from "../pod/pod-runtime.ts";
import type { PodContext } from "../pod/pod-steps.ts";

/** One of the two hooks of a container. */
export interface Hook {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: NonNullable<Probe["httpGet"]>;
  readonly sleep?: { readonly seconds: number };
}

/** Time that a hook took, ms; `failure` in the kubelet's words where it failed. */
export interface HookResult {
  readonly tookMs: number;
  readonly failure?: string;
}

/** Runs a hook of a container now, and says how long it will have taken. */
export const runHook = (world: World, context: HookContext, container: Container, hook: Hook, limitMs: number): HookResult => {
  if (hook.sleep !== undefined) return { tookMs: Math.min(hook.sleep.seconds * 1000, limitMs) };
  if (hook.httpGet !== undefined) return callHook(world, context, container, hook.httpGet);
  if (hook.exec !== undefined) return execHook(world, context, container, hook.exec.command ?? [], limitMs);
  return { tookMs: 0 };
};

type HookContext = Pick<PodContext, "podKey" | "pod" | "runtime">;

const execHook = (world: World, context: HookContext, container: Container, command: readonly string[], limitMs: number): HookResult => {
  const result = runInContainer(world, containerKey(context.podKey, container.name), { command, timeoutMs: limitMs });
  const failed = (tookMs: number, error: string, output: string): HookResult => ({
    tookMs,
    failure: `Exec lifecycle hook ([${command.join(" ")}]) for ${describe(context, container)} failed - error: ${error}, message: ${JSON.stringify(output)}`,
  });
  if (result.kind === "timed-out") return failed(limitMs, "context deadline exceeded", result.stdout + result.stderr);
  if (result.kind === "exited")
    return result.exitCode === 0
      ? { tookMs: result.tookMs }
      : failed(
          result.tookMs,
          `command '${command.join(" ")}' exited with ${result.exitCode}: ${result.stderr}`,
          result.stdout + result.stderr,
        );
  const id = hex64(world, `kubelet/exec/${context.podKey}/${container.name}/${world.nowMs()}`);
  return failed(0, `rpc error: code = Unknown desc = failed to exec in container: failed to start exec "${id}": ${result.message}`, "");
};

/** Calls an HTTP hook; any answer is a success. */
const callHook = (world: World, context: HookContext, container: Container, target: NonNullable<Probe["httpGet"]>): HookResult => {
  const { path = "/", port, host = context.runtime.sandboxIP ?? "" } = target;
  const number = typeof port === "number" ? port : (container.ports?.find(({ name }) => name === port)?.containerPort ?? 80);
  const caller = { namespace: "kube-system", labels: {}, node: context.runtime.node, fromHost: true };
  const answer = httpGet(world, caller, { host, port: number, method: "GET", path, timeoutMs: CALL_MS });
  if (answer.kind === "response") return { tookMs: answer.latencyMs };
  const tookMs = answer.kind === "timed-out" ? CALL_MS : 1;
  const why = answer.kind === "timed-out" ? "i/o timeout" : "connect: connection refused";
  const url = `http://${host}:${number}${path.startsWith("/") ? path : `/${path}`}`;
  return {
    tookMs,
    failure: `HTTP lifecycle hook (${path}) for ${describe(context, container)} failed - error: Get "${url}": dial tcp ${host}:${number}: ${why}`,
  };
};

const CALL_MS = 30_000;

const describe = ({ pod: { metadata } }: HookContext, { name }: Container): string =>
  `Container "${name}" in Pod "${metadata.name}_${metadata.namespace}(${metadata.uid})"`;
