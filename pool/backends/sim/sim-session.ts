import type { StreamRequest } from "#sim/apiserver/wire/http.ts";
import type { World } from "#sim/kernel/world.ts";
import { openPodTunnel, type PodTunnel } from "#sim/network/pod-tunnel.ts";
import { execInContainer } from "#sim/shell/exec-in-container.ts";
import type { ApiSession, SessionInput, SessionOutput } from "../../cluster-api.ts";

/** Opens the session that a request for a stream asks for. */
export const openSimSession = (world: World, request: StreamRequest): ApiSession =>
  request.kind === "port-forward" ? forwardPorts(world, request) : runCommand(world, request);

const forwardPorts = (world: World, { namespace, pod, ports }: Extract<StreamRequest, { kind: "port-forward" }>): ApiSession => {
  const tunnels = new Map<number, PodTunnel>();
  const failures: SessionOutput[] = [];
  return {
    kind: "session",
    facts: { of: "port-forward", stdin: false, stdout: false, stderr: false, tty: false, ports },
    take: (input) => {
      if (input.kind === "data") tunnels.get(input.channel)?.write(world, fromArray(input.bytes));
      if (input.kind === "end") tunnels.get(input.channel)?.end();
      if (input.kind !== "connect") return;
      const tunnel = openPodTunnel(world, { namespace, pod, port: input.port });
      if ("error" in tunnel) failures.push({ kind: "error", channel: input.channel, message: tunnel.error });
      else tunnels.set(input.channel, tunnel);
    },
    next: () => {
      const outputs = failures.splice(0);
      for (const [channel, tunnel] of tunnels) {
        const { bytes, isOver } = tunnel.read(world);
        if (bytes !== "") outputs.push({ kind: "data", channel, bytes: toArray(bytes) });
        if (!isOver) continue;
        outputs.push({ kind: "end", channel });
        tunnels.delete(channel);
      }
      return outputs;
    },
    close: () => tunnels.clear(),
  };
};

const runCommand = (world: World, request: Exclude<StreamRequest, { kind: "port-forward" }>): ApiSession => {
  const { kind, stdin, stdout, stderr, tty } = request;
  let input = "";
  let isReady = !stdin;
  let isDone = false;
  return {
    kind: "session",
    facts: { of: kind, stdin, stdout, stderr, tty, ports: [] },
    take: (given: SessionInput) => {
      if (given.kind === "data") input += fromArray(given.bytes);
      if (given.kind === "end") isReady = true;
    },
    next: () => {
      if (!isReady || isDone) return [];
      isDone = true;
      const { namespace, pod, container, command } = request;
      const result = execInContainer(world, { namespace, pod, ...(container !== undefined && { container }), command, stdin: input });
      const outputs: SessionOutput[] = [];
      const encoder = (text: string): Uint8Array => new TextEncoder().encode(text);
      if (result.stdout !== "") outputs.push({ kind: "data", channel: 1, bytes: encoder(result.stdout) });
      if (result.stderr !== "") outputs.push({ kind: "data", channel: 2, bytes: encoder(result.stderr) });
      outputs.push(
        result.exitCode === undefined ? { kind: "failed", message: result.error ?? "" } : { kind: "exit", code: result.exitCode },
      );
      return outputs;
    },
    close: () => {
      isDone = true;
    },
  };
};

const fromArray = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const toArray = (bytes: string): Uint8Array => Buffer.from(bytes, "latin1");
