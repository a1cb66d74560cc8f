import { objectKey } from "../../apiserver/store/store.ts";
import { hex64 } from "../../kernel/hex64.ts";
import type { World } from "../../kernel/world.ts";
import { toBytes } from "../../shell/machine/bytes.ts";
import { processesOfPod } from "../network-index.ts";
import { answerHttp } from "./answer-http.ts";

/** A connection from outside to a port inside a pod, as port-forward makes it. Bytes are strings of characters up to U+00FF. */
export interface PodTunnel {
  write(world: World, bytes: string): void;
  /** The client sends no more; the connection ends with the last answer. */
  end(): void;
  /** Output of the server by now. */
  read(world: World): { readonly bytes: string; readonly isOver: boolean };
}

/** Target of the tunnel. */
export interface TunnelTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/** Connects to a port of a pod from inside its network. @returns the runtime's error when nothing listens there */
export const openPodTunnel = (world: World, { namespace, pod, port }: TunnelTarget): PodTunnel | { readonly error: string } => {
  const key = objectKey(namespace, pod);
  const listens = (): { readonly process: string; readonly serves: string } | undefined => {
    for (const process of processesOfPod(world, key)) {
      const socket = process.ports.find((candidate) => candidate.port === port && candidate.protocol === "TCP");
      if (socket !== undefined) return { process: process.key, serves: socket.serves };
    }
    return undefined;
  };
  if (listens() === undefined) return { error: describeRefusal(world, key, port) };
  let pending = "";
  let isOver = false;
  let isEnding = false;
  const answers: { readonly atMs: number; readonly bytes: string; readonly ends: boolean }[] = [];
  return {
    write: (now, bytes) => {
      pending += bytes;
      if (pending.length > PENDING_BYTES_MAX) isEnding = true;
      if (isEnding) pending = pending.slice(0, PENDING_BYTES_MAX);
      for (let call = takeRequest(pending); call !== undefined && !isOver; call = takeRequest(pending)) {
        pending = pending.slice(call.length);
        const server = listens();
        const outcome =
          server === undefined
            ? ({ kind: "reset", detail: "" } as const)
            : answerHttp(now, { kind: "connected", ...server, podIP: "127.0.0.1", port }, call);
        if (outcome.kind === "reset") answers.push({ atMs: now.nowMs(), bytes: "", ends: true });
        else
          answers.push({
            atMs: now.nowMs() + Math.round(outcome.afterMs),
            bytes: renderAnswer(outcome, call.method),
            ends: !call.staysOpen,
          });
      }
    },
    end: () => {
      isEnding = true;
    },
    read: (now) => {
      let bytes = "";
      while (!isOver && answers[0] !== undefined && answers[0].atMs <= now.nowMs()) {
        const answer = answers.shift();
        bytes += answer?.bytes ?? "";
        isOver = answer?.ends === true;
      }
      isOver ||= isEnding && answers.length === 0;
      return { bytes, isOver };
    },
  };
};

/** Bytes that a client may send without completing a request; beyond that the server closes the connection. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024;

/** One request of a connection. */
interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string;
  readonly staysOpen: boolean;
  /** Bytes that it took. */
  readonly length: number;
}

/** Takes the first complete HTTP/1 request; a malformed one closes the connection. */
const takeRequest = (bytes: string): Call | undefined => {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...fields] = bytes.slice(0, end).split("\r\n");
  const headers = new Map(
    fields.map((field) => [field.slice(0, field.indexOf(":")).trim().toLowerCase(), field.slice(field.indexOf(":") + 1).trim()]),
  );
  const length = Number(headers.get("content-length") ?? 0) || 0;
  if (bytes.length < end + 4 + length) return undefined;
  const [method = "GET", path = "/", version = "HTTP/1.0"] = line.split(" ");
  const connection = headers.get("connection")?.toLowerCase();
  return {
    method: (method === "HEAD" ? "GET" : method) as "GET" | "POST",
    path,
    body: bytes.slice(end + 4, end + 4 + length),
    staysOpen: version === "HTTP/1.0" ? connection === "keep-alive" : connection !== "close",
    length: end + 4 + length,
  };
};

const renderAnswer = ({ status, body }: { readonly status: number; readonly body: string }, method: string): string => {
  const bytes = toBytes(body);
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Status"}`,
    `Content-Length: ${bytes.length}`,
    `Content-Type: ${contentType(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : bytes}`;
};

const contentType = (body: string): string => {
  if (/^\s*[[{]/.test(body)) return "application/json";
  return /^\s*<(!doctype|html)/i.test(body) ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
};

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** containerd's words: it tries both loopback addresses of the pod's network. */
const describeRefusal = (world: World, key: string, port: number): string => {
  const sandbox = hex64(world, `tunnel/sandbox/${key}`);
  const id = hex64(world, `tunnel/network/${key}`).slice(0, 32);
  const netns = `/var/run/netns/cni-${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 32)}`;
  return `error forwarding port ${port} to pod ${sandbox}, uid : failed to execute portforward in network namespace "${netns}": failed to connect to localhost:${port} inside namespace "${sandbox}", IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `;
};
