import type { ApiSession, ApiStream, ClusterApi } from "#pool/cluster-api.ts";
import type { KubeCommand, KubeFrame, KubeMessage, KubeOutcome } from "../kube-protocol.ts";
import { askTelemetry, type TelemetryQuery } from "./ask-telemetry.ts";
import { packBytes, unpackBytes } from "./kube-bytes.ts";

/** Open connections of one world, on the world's side. */
export interface KubeStreams {
  run(command: KubeCommand): Promise<KubeOutcome>;
  /** Number of open streams. */
  size(): number;
}

/**
 * Serves a world's APIs over messages.
 * @param pass lets virtual time pass, ms; less where the world cannot keep up
 * @param query answers for the telemetry; missing: there is none
 */
export const createKubeStreams = (
  api: ClusterApi,
  pass: (ms: number) => Promise<void>,
  query: TelemetryQuery = NO_TELEMETRY,
): KubeStreams => {
  const open = new Map<number, OpenStream>();
  return {
    size: () => open.size,
    run: async ({ untilMs, shiftMs: asked, frames }) => {
      const spanMs = untilMs - api.clock.nowMs();
      if (spanMs > 0) await pass(spanMs);
      // Others move the world too: what it is further than the endpoint knew, the client's clock is less ahead of it.
      const aheadMs = api.clock.nowMs() - untilMs;
      const shiftMs = asked - (aheadMs > 0 ? Math.ceil(aheadMs / 1_000) : Math.trunc(aheadMs / 1_000)) * 1_000;
      const messages: KubeMessage[] = [];
      for (const frame of frames)
        if (frame.kind === "telemetry") messages.push(await ask(query, frame, shiftMs));
        else messages.push(...take(api, open, frame, shiftMs));
      for (const [stream, { answer, endsAtMs }] of open) {
        const isOver = answer.kind === "stream" ? listen(answer, stream, shiftMs, messages) : hear(answer, stream, messages);
        if (!isOver && api.clock.nowMs() < endsAtMs) continue;
        messages.push({ kind: "over", stream });
        open.delete(stream);
      }
      const nextEventAtMs = api.clock.nextEventAtMs();
      return { virtualMs: api.clock.nowMs(), shiftMs, ...(nextEventAtMs !== undefined && { nextEventAtMs }), messages };
    },
  };
};

const NO_TELEMETRY: TelemetryQuery = async () => ({ status: 404, body: "404 page not found\n" });

interface OpenStream {
  readonly answer: ApiStream | ApiSession;
  /** Virtual time, ms. */
  readonly endsAtMs: number;
}

/** Reads new output of a stream. @returns true if it is over */
const listen = (answer: ApiStream, stream: number, shiftMs: number, messages: KubeMessage[]): boolean => {
  const { data, isOver } = answer.next(shiftMs);
  if (data !== "") messages.push({ kind: "data", stream, data });
  return isOver;
};

/** Reads new output of a session. @returns true if it is over */
const hear = (answer: ApiSession, stream: number, messages: KubeMessage[]): boolean => {
  let isOver = false;
  for (const output of answer.next()) {
    isOver ||= output.kind === "exit" || output.kind === "failed";
    messages.push({ kind: "output", stream, output: output.kind === "data" ? { ...output, bytes: packBytes(output.bytes) } : output });
  }
  return isOver;
};

type TelemetryFrame = Extract<KubeFrame, { kind: "telemetry" }>;

const ask = async (query: TelemetryQuery, { stream, request }: TelemetryFrame, shiftMs: number): Promise<KubeMessage> => {
  const { status, contentType, text } = await askTelemetry(query, request, shiftMs);
  return { kind: "response", stream, status, headers: { "content-type": contentType }, body: { text } };
};

const take = (
  api: ClusterApi,
  open: Map<number, OpenStream>,
  frame: Exclude<KubeFrame, TelemetryFrame>,
  shiftMs: number,
): KubeMessage[] => {
  const session = open.get(frame.stream)?.answer;
  if (frame.kind === "close") {
    if (session?.kind === "session") session.close();
    open.delete(frame.stream);
    return [];
  }
  if (frame.kind === "input") {
    const { input } = frame;
    if (session?.kind === "session") session.take(input.kind === "data" ? { ...input, bytes: unpackBytes(input.bytes) } : input);
    return [];
  }
  const { stream, request } = frame;
  const { isKnown, body, ...rest } = request;
  const answer = api.answer({ ...rest, body: unpackBytes(body), shiftMs }, isKnown);
  if (answer.kind === "response") {
    const { status, headers } = answer;
    return [{ kind: "response", stream, status, headers, body: packBytes(answer.body) }];
  }
  if (answer.kind === "session") {
    open.set(stream, { answer, endsAtMs: Infinity });
    return [{ kind: "session", stream, facts: answer.facts }];
  }
  open.set(stream, { answer, endsAtMs: answer.timeoutMs === undefined ? Infinity : api.clock.nowMs() + answer.timeoutMs });
  return [{ kind: "open", stream, headers: answer.headers }];
};
