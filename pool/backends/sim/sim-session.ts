import { bytesOfText, textOfBytes } from "#core/latin1.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { answerHttp } from "#sim/apiserver/http/wire/answer-http.ts";
import type { StreamRequest } from "#sim/apiserver/http/wire/http.ts";
import type { World } from "#sim/kernel/world.ts";
import {
  closeSession,
  openAttachment,
  openSession,
  readSessionBytes,
  resizeSession,
  type SessionOpening,
  writeSessionBytes,
} from "#sim/kubelet/exec/shell-session.ts";
import { openPodTunnel, type PodTunnel } from "#sim/network/http/pod-tunnel.ts";
import type { ApiSession, SessionInput, SessionOutput } from "../../cluster-api.ts";

/** Opens the session of a request for a stream. */
export const openSimSession = (world: World, request: StreamRequest, user: UserInfo): ApiSession => {
  if (request.kind === "port-forward") return forwardPorts(world, request);
  const { namespace, pod, container, command, stdin, tty } = request;
  const place = { namespace, pod, ...(container !== undefined && { container }) };
  if (request.kind === "exec") return converse(world, request, openSession(world, { ...place, command, hasInput: stdin, tty }));
  const opened = openAttachment(world, place);
  return opened === undefined ? followOutput(world, request, user) : converse(world, request, opened);
};

const forwardPorts = (world: World, { namespace, pod, ports }: Extract<StreamRequest, { kind: "port-forward" }>): ApiSession => {
  const tunnels = new Map<number, PodTunnel>();
  const failures: SessionOutput[] = [];
  return {
    kind: "session",
    facts: { of: "port-forward", stdin: false, stdout: false, stderr: false, tty: false, ports },
    take: (input) => {
      if (input.kind === "data") tunnels.get(input.channel)?.write(world, textOfBytes(input.bytes));
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
        if (bytes !== "") outputs.push({ kind: "data", channel, bytes: bytesOfText(bytes) });
        if (!isOver) continue;
        outputs.push({ kind: "end", channel });
        tunnels.delete(channel);
      }
      return outputs;
    },
    close: () => tunnels.clear(),
  };
};

const converse = (world: World, { kind, stdin, stdout, stderr, tty }: CommandRequest, opened: SessionOpening): ApiSession => {
  let isOver = false;
  return {
    kind: "session",
    facts: { of: kind, stdin, stdout, stderr, tty, ports: [] },
    take: (input: SessionInput) => {
      if (!opened.ok || isOver) return;
      if (input.kind === "data") writeSessionBytes(world, opened.id, textOfBytes(input.bytes));
      if (input.kind === "end") writeSessionBytes(world, opened.id, "", true);
      if (input.kind === "resize") resizeSession(world, opened.id, input.rows, input.columns);
    },
    next: () => {
      if (isOver) return [];
      if (!opened.ok) {
        isOver = true;
        return [{ kind: "failed", message: opened.error }];
      }
      const { exitCode, ...text } = readSessionBytes(world, opened.id);
      isOver = exitCode !== undefined;
      if (isOver) closeSession(world, opened.id);
      // Who looked on is not told how it ended.
      const code = kind === "attach" ? 0 : exitCode;
      return [...outputOf(text), ...(code === undefined || !isOver ? [] : [{ kind: "exit", code } as const])];
    },
    close: () => {
      if (opened.ok && !isOver) closeSession(world, opened.id);
      isOver = true;
    },
  };
};

const outputOf = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly SessionOutput[] => [
  ...(stdout === "" ? [] : [{ kind: "data", channel: 1, bytes: bytesOfText(stdout) } as const]),
  ...(stderr === "" ? [] : [{ kind: "data", channel: 2, bytes: bytesOfText(stderr) } as const]),
];

/** Opens a session with the output of the container's main process from now on, taken from its log. */
const followOutput = (world: World, request: CommandRequest, user: UserInfo): ApiSession => {
  const { namespace, pod, container, stdin, stdout, stderr, tty } = request;
  const query = `follow=true&tailLines=0${container === undefined ? "" : `&container=${container}`}`;
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/log`;
  const log = answerHttp(world, { method: "GET", path, query, headers: {}, body: new Uint8Array(), user });
  let isOver = false;
  return {
    kind: "session",
    facts: { of: "attach", stdin, stdout, stderr, tty, ports: [] },
    take: () => undefined,
    next: () => {
      if (isOver) return [];
      const { text, isOver: ends } = log.kind === "log" ? log.next(world) : { text: "", isOver: true };
      isOver = ends;
      const bytes = new TextEncoder().encode(tty ? text.replaceAll("\n", "\r\n") : text);
      const said: readonly SessionOutput[] = text === "" ? [] : [{ kind: "data", channel: 1, bytes }];
      return isOver ? [...said, { kind: "exit", code: 0 }] : said;
    },
    close: () => {
      isOver = true;
    },
  };
};

type CommandRequest = Exclude<StreamRequest, { kind: "port-forward" }>;
