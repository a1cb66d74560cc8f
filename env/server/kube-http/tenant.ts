import { DrillError } from "#core/drill-error.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { SessionFacts } from "#pool/cluster-api.ts";
import type { KubeFrame, KubeInput, KubeLink, KubeMessage, KubeOutput, KubeRequest } from "../../host/kube-protocol.ts";
import type { TelemetryText } from "../../host/kube-streams/ask-telemetry.ts";
import { unpackBytes } from "../../host/kube-streams/kube-bytes.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import { createPacedClock, type Pace } from "./pace.ts";

/** One world of the endpoint: its requests, its open streams and its time. */
export interface Tenant {
  /** Sends a request. */
  request(request: KubeRequest, sink: Sink): TenantStream;
  /** Sends a request to one of the telemetry APIs. @throws DrillError if the world is gone, or failed */
  query(request: TelemetryRequest): Promise<TelemetryText>;
  /** Number of open streams. */
  streams(): number;
  /** Closes everything that is open. */
  close(): void;
}

/** The client's side of a request. */
export interface TenantStream {
  /** Sends input to a session. */
  send(input: KubeInput): void;
  /** Disconnects the client. */
  leave(): void;
}

/** Receiver of the answer to one request. */
export interface Sink {
  /** Receives a complete answer. */
  answer(message: Extract<KubeMessage, { kind: "response" }>): void;
  /** Receives the head of a streamed body. */
  open(message: Extract<KubeMessage, { kind: "open" }>): void;
  data(data: string): void;
  /** Receives the upgrade to a session. */
  session(facts: SessionFacts): void;
  output(output: KubeOutput): void;
  over(): void;
  /** Receives a failure: the world is gone, or failed. */
  fail(cause: unknown): void;
}

export interface TenantOptions {
  readonly link: KubeLink;
  readonly episodeId: string;
  readonly pace: Pace;
  readonly clock: WallClock;
  readonly virtualNowMs: number;
  /** Called when the world cannot keep up with its pace, with the virtual time that its clock lost, ms. */
  readonly onSlip?: ((lostMs: number) => void) | undefined;
}

/** Creates a tenant. Actions that arrive while the world is busy are sent together, in order. */
export const createTenant = ({ link, episodeId, pace, clock, virtualNowMs, onSlip }: TenantOptions): Tenant => {
  const time = createPacedClock(pace, virtualNowMs, clock.nowMs());
  const sinks = createSinks();
  // A world whose time never stands still is moved on in small pieces, so that nobody waits for hours to be caught up with.
  const keepsUp = pace.idleMaxMs === Infinity;
  let frames: KubeFrame[] = [];
  let isBusy = false;
  let isClosed = false;
  let streams = 0;
  let nextEventAtMs: number | undefined;
  let cancel: (() => void) | undefined;

  const run = async (): Promise<void> => {
    const taken = frames;
    frames = [];
    const wallMs = clock.nowMs();
    if (taken.length > 0) time.touch(wallMs);
    const untilMs = time.targetMs(wallMs);
    const outcome = await link.run({ episodeId, untilMs, shiftMs: time.shiftMs(wallMs), frames: taken });
    nextEventAtMs = outcome.nextEventAtMs;
    if (outcome.virtualMs < untilMs) onSlip?.(time.slip(outcome.virtualMs, clock.nowMs()));
    else time.sync(outcome.virtualMs, clock.nowMs());
    for (const message of outcome.messages) sinks.deliver(message);
    time.setWaiting(sinks.growing() > 0, clock.nowMs());
  };
  const work = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    isBusy = true;
    try {
      do await run();
      while (frames.length > 0);
    } catch (cause) {
      frames = [];
      sinks.fail(cause);
    }
    isBusy = false;
    plan();
  };
  /** Plans the next poll of the world while a client waits: at its next event, and at intervals for changes that come with time alone. */
  const plan = (): void => {
    if (isClosed) return;
    const isWaiting = sinks.growing() > 0;
    if (!isWaiting && !keepsUp) return;
    const dueMs = nextEventAtMs === undefined ? LOOK_MS : Math.min(LOOK_MS, time.wallUntil(nextEventAtMs, clock.nowMs()));
    cancel = clock.after(isWaiting ? Math.max(1, dueMs) : KEEP_UP_MS, () => {
      if (!isBusy) void work();
    });
  };
  const send = (frame: KubeFrame): void => {
    frames.push(frame);
    if (!isBusy) {
      isBusy = true;
      queueMicrotask(() => void work());
    }
  };
  plan();
  return {
    streams: () => sinks.growing(),
    request: (request, sink) => {
      const stream = streams++;
      sinks.add(stream, sink);
      send({ kind: "request", stream, request });
      return {
        send: (input) => {
          if (!isClosed) send({ kind: "input", stream, input });
        },
        leave: () => {
          if (sinks.drop(stream) && !isClosed) send({ kind: "close", stream });
        },
      };
    },
    query: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new DrillError("EPISODE_ENDED", "the world is closed"));
        const stream = streams++;
        sinks.add(stream, telemetrySink(resolve, reject));
        send({ kind: "telemetry", stream, request });
      }),
    close: () => {
      isClosed = true;
      cancel?.();
      sinks.fail(undefined);
    },
  };
};

/** Receives the one answer that there is. */
const telemetrySink = (resolve: (answer: TelemetryText) => void, reject: (cause: unknown) => void): Sink => ({
  answer: ({ status, headers, body }) =>
    resolve({ status, contentType: `${headers["content-type"]}`, text: unpackBytes(body).toString("utf8") }),
  open: () => undefined,
  data: () => undefined,
  session: () => undefined,
  output: () => undefined,
  over: () => undefined,
  fail: (cause) => reject(cause ?? new DrillError("EPISODE_ENDED", "the world is closed")),
});

/** Creates the table of receivers by stream. */
const createSinks = () => {
  const sinks = new Map<number, Sink>();
  const growing = new Set<number>();
  const end = (stream: number): void => {
    sinks.delete(stream);
    growing.delete(stream);
  };
  return {
    add: (stream: number, sink: Sink) => void sinks.set(stream, sink),
    growing: () => growing.size,
    /** Removes a receiver. @returns false if there is none */
    drop: (stream: number): boolean => {
      const isThere = sinks.has(stream);
      end(stream);
      return isThere;
    },
    deliver: (message: KubeMessage): void => {
      const sink = sinks.get(message.stream);
      if (message.kind === "data") return sink?.data(message.data);
      if (message.kind === "output") return sink?.output(message.output);
      if (message.kind === "open" || message.kind === "session") {
        if (sink !== undefined) growing.add(message.stream);
        return message.kind === "open" ? sink?.open(message) : sink?.session(message.facts);
      }
      end(message.stream);
      return message.kind === "response" ? sink?.answer(message) : sink?.over();
    },
    fail: (cause: unknown): void => {
      const waiting = [...sinks.values()];
      sinks.clear();
      growing.clear();
      for (const sink of waiting) sink.fail(cause);
    },
  };
};

/** Maximum real time between two polls of a world that a client waits for, ms. */
const LOOK_MS = 250;

/** Real time between two polls of a world whose time passes by itself, ms. */
const KEEP_UP_MS = 1_000;
