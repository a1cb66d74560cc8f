import type { IntOrString } from "#kube/types/meta.ts";
import type { Container, Probe } from "#kube/types/pod.ts";
import { runInContainer } from "../../containers/run-in-container.ts";
import { currentOutcome } from "../../flow/current-traffic.ts";
import { failureOf } from "../../flow/failure-of.ts";
import { hex64 } from "../../kernel/hex64.ts";
import type { World } from "../../kernel/world.ts";
import { connect } from "../../network/connections/connect.ts";
import type { Caller } from "../../network/connections/connection.ts";
import { httpGet } from "../../network/http/http-get.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { containerKey } from "../pod/pod-runtime.ts";
import type { PodContext } from "../pod/pod-steps.ts";

/** Outcome of a probe, and the time that it took, ms. */
export type ProbeOutcome =
  | { readonly kind: "passed"; readonly tookMs: number }
  | { readonly kind: "failed"; readonly tookMs: number; readonly message: string }
  /** It could not be run at all; this counts neither way. */
  | { readonly kind: "errored"; readonly tookMs: number; readonly message: string };

/** Runs a probe of a container once, from its node. */
export const runProbe = (world: World, context: PodContext, container: Container, probe: Probe): ProbeOutcome => {
  const request: ProbeTarget = { world, context, container, timeoutMs: (probe.timeoutSeconds ?? 1) * 1000 };
  if (probe.httpGet !== undefined) return probeHttp(request, probe.httpGet);
  if (probe.tcpSocket !== undefined) return probeTcp(request, probe.tcpSocket);
  if (probe.grpc !== undefined) return probeGrpc(request, probe.grpc.port);
  return probeExec(request, probe.exec?.command ?? []);
};

interface ProbeTarget {
  readonly world: World;
  readonly context: PodContext;
  readonly container: Container;
  readonly timeoutMs: number;
}

const PASSED: ProbeOutcome = { kind: "passed", tookMs: 0 };
const failed = (message: string, tookMs = 0): ProbeOutcome => ({ kind: "failed", tookMs, message });

const probeHttp = (target: ProbeTarget, { path = "/", port, host, scheme = "HTTP" }: NonNullable<Probe["httpGet"]>): ProbeOutcome => {
  const number = portNumber(target, port);
  if (typeof number === "string") return { kind: "errored", tookMs: 0, message: number };
  const address = host ?? addressOf(target);
  const url = `${scheme.toLowerCase()}://${address}:${number}${path.startsWith("/") ? path : `/${path}`}`;
  const { world, timeoutMs } = target;
  const answer = httpGet(world, callerOf(target), { host: address, port: number, method: "GET", path, timeoutMs });
  const cannotGet = (why: string, tookMs = 0) => failed(`Get "${url}": ${why}`, tookMs);
  switch (answer.kind) {
    case "refused":
      return cannotGet(`dial tcp ${address}:${number}: connect: connection refused`);
    case "timed-out":
      return cannotGet("context deadline exceeded (Client.Timeout exceeded while awaiting headers)", timeoutMs);
    case "no-such-host":
      return cannotGet(`dial tcp: lookup ${address}: no such host`);
    case "response":
      if (scheme === "HTTPS") return cannotGet("http: server gave HTTP response to HTTPS client");
      if (answer.latencyMs >= timeoutMs)
        return cannotGet("context deadline exceeded (Client.Timeout exceeded while awaiting headers)", timeoutMs);
      return answer.status >= 200 && answer.status < 400 ? PASSED : failed(`HTTP probe failed with statuscode: ${answer.status}`);
    default:
      return cannotGet(answer.kind === "reset" && answer.detail !== "" ? answer.detail : "EOF");
  }
};

const probeTcp = (target: ProbeTarget, { port, host }: NonNullable<Probe["tcpSocket"]>): ProbeOutcome => {
  const number = portNumber(target, port);
  if (typeof number === "string") return { kind: "errored", tookMs: 0, message: number };
  const address = host ?? addressOf(target);
  const outcome = dial(target, address, number);
  if (outcome === "connected") return PASSED;
  if (outcome === "refused") return failed(`dial tcp ${address}:${number}: connect: connection refused`);
  return failed(`dial tcp ${address}:${number}: i/o timeout`, target.timeoutMs);
};

/** Most of the programs here that speak gRPC do not implement its health service. */
const probeGrpc = (target: ProbeTarget, port: number): ProbeOutcome => {
  const address = addressOf(target);
  const [first] = connect(target.world, callerOf(target), address, port);
  const seconds = target.timeoutMs / 1000;
  if (first?.outcome.kind !== "connected")
    return failed(
      `timeout: failed to connect service "${address}:${port}" within ${seconds}s: context deadline exceeded`,
      target.timeoutMs,
    );
  const server = findProcess(target.world, first.outcome.process);
  if (first.outcome.serves.startsWith("grpc/")) {
    if (server?.app?.behaviour.operations[HEALTH_CHECK] === undefined)
      return failed(
        "error: this server does not implement the grpc health protocol (grpc.health.v1.Health): unknown service grpc.health.v1.Health",
      );
    const failure = failureOf(target.world, server, currentOutcome(target.world, server, HEALTH_CHECK), HEALTH_CHECK);
    return failure === undefined ? PASSED : failed('service unhealthy (responded with "NOT_SERVING")');
  }
  return failed(`timeout: failed to connect service "${address}:${port}" within ${seconds}s: context deadline exceeded`, target.timeoutMs);
};

/** Operation of a program that implements gRPC's health service. */
const HEALTH_CHECK = "grpc.health.v1.Health/Check";

const probeExec = ({ world, context, container, timeoutMs }: ProbeTarget, command: readonly string[]): ProbeOutcome => {
  const result = runInContainer(world, containerKey(context.podKey, container.name), { command, timeoutMs });
  if (result.kind === "not-started") {
    const id = hex64(world, `kubelet/exec/${context.podKey}/${container.name}/${world.nowMs()}`);
    return {
      kind: "errored",
      tookMs: 0,
      message: `rpc error: code = Unknown desc = failed to exec in container: failed to start exec "${id}": ${result.message}`,
    };
  }
  if (result.kind === "timed-out")
    return failed(`command timed out: "${command.join(" ")}" timed out after ${timeoutMs / 1000}s`, timeoutMs);
  return result.exitCode === 0 ? PASSED : failed(`${result.stdout}${result.stderr}`);
};

const addressOf = ({ context }: ProbeTarget): string => context.runtime.sandboxIP ?? "";

/** One caller object a node, because the network keeps its answers by caller. */
const callerOf = ({ world, context }: ProbeTarget): Caller => {
  const { node } = context.runtime;
  return world.memo(`kubelet/caller ${node}`, 0, () => Object.freeze({ namespace: "kube-system", labels: {}, node, fromHost: true }));
};

const dial = (target: ProbeTarget, host: string, port: number): string =>
  connect(target.world, callerOf(target), host, port)[0]?.outcome.kind ?? "dropped";

/** Number of a port by name; an error text for an unknown name. */
const portNumber = ({ container }: ProbeTarget, port: IntOrString): number | string => {
  if (typeof port === "number") return port;
  const named = container.ports?.find(({ name }) => name === port)?.containerPort;
  if (named !== undefined) return named;
  return /^\d+$/.test(port) ? Number(port) : `strconv.Atoi: parsing "${port}": invalid syntax`;
};
