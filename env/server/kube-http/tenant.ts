import type { SessionFacts } from "#pool/cluster-api.ts";
import type { KubeFrame, KubeInput, KubeLink, KubeNews, KubeOutput, KubeRequest } from "../../host/kube-protocol.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import { createPacedClock, type Pace } from "./pace.ts";

/** One world behind the endpoint: its requests, its open streams and its time. */
export interface Tenant {
  /** Sends a request on. */
  request(request: KubeRequest, sink: Sink): TenantStream;
  /** Streams that are open. */
  streams(): number;
  /** Ends everything that is open. */
  close(): void;
}

/** The client's end of a request. */
export interface TenantStream {
  /** Goes on in a session. */
  send(input: KubeInput): void;
  /** The client is gone. */
  leave(): void;
}

/** Where the answer of one request goes. */
export interface Sink {
  /** All at once. */
  answer(news: Extract<KubeNews, { kind: "response" }>): void;
  /** The head of a body that grows. */
  open(news: Extract<KubeNews, { kind: "open" }>): void;
  data(data: string): void;
  /** The connection leaves HTTP. */
  session(facts: SessionFacts): void;
  output(output: KubeOutput): void;
  over(): void;
  /** The world is gone, or failed. */
  fail(cause: unknown): void;
}

export interface TenantOptions {
  readonly link: KubeLink;
  readonly episodeId: string;
  readonly pace: Pace;
  readonly clock: WallClock;
  readonly virtualNowMs: number;
}

/** Creates a tenant. What comes in while the world is busy travels together, in order. */
export const createTenant = ({ link, episodeId, pace, clock, virtualNowMs }: TenantOptions): Tenant => {
  const time = createPacedClock(pace, virtualNowMs, clock.nowMs());
  const desk = createSinkDesk();
  // A world whose time never stands still is moved on in small pieces, so that nobody waits for hours to be caught up with.
  const keepsUp = pace.idleMaxMs === Infinity;
  let frames: KubeFrame[] = [];
  let isBusy = false;
  let isClosed = false;
  let streams = 0;
  let nextEventAtMs: number | undefined;
  let callOff: (() => void) | undefined;

  const run = async (): Promise<void> => {
    const taken = frames;
    frames = [];
    const wallMs = clock.nowMs();
    if (taken.length > 0) time.touch(wallMs);
    const outcome = await link.run({ episodeId, untilMs: time.targetMs(wallMs), shiftMs: time.shiftMs(wallMs), frames: taken });
    nextEventAtMs = outcome.nextEventAtMs;
    time.sync(outcome.virtualMs, clock.nowMs());
    for (const news of outcome.news) desk.deliver(news);
    time.setWaiting(desk.growing() > 0, clock.nowMs());
  };
  const work = async (): Promise<void> => {
    callOff?.();
    callOff = undefined;
    isBusy = true;
    try {
      do await run();
      while (frames.length > 0);
    } catch (cause) {
      frames = [];
      desk.fail(cause);
    }
    isBusy = false;
    plan();
  };
  /** While somebody waits, the world is looked at again when something happens in it, and now and then for what only time brings. */
  const plan = (): void => {
    if (isClosed) return;
    const isWaiting = desk.growing() > 0;
    if (!isWaiting && !keepsUp) return;
    const dueMs = nextEventAtMs === undefined ? LOOK_MS : Math.min(LOOK_MS, time.wallUntil(nextEventAtMs, clock.nowMs()));
    callOff = clock.after(isWaiting ? Math.max(1, dueMs) : KEEP_UP_MS, () => {
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
    streams: () => desk.growing(),
    request: (request, sink) => {
      const stream = streams++;
      desk.add(stream, sink);
      send({ kind: "request", stream, request });
      return {
        send: (input) => {
          if (!isClosed) send({ kind: "input", stream, input });
        },
        leave: () => {
          if (desk.drop(stream) && !isClosed) send({ kind: "close", stream });
        },
      };
    },
    close: () => {
      isClosed = true;
      callOff?.();
      desk.fail(undefined);
    },
  };
};

/** Who waits for what. */
const createSinkDesk = () => {
  const sinks = new Map<number, Sink>();
  const growing = new Set<number>();
  const end = (stream: number): void => {
    sinks.delete(stream);
    growing.delete(stream);
  };
  return {
    add: (stream: number, sink: Sink) => void sinks.set(stream, sink),
    growing: () => growing.size,
    /** @returns false: nobody waits for it any more */
    drop: (stream: number): boolean => {
      const isThere = sinks.has(stream);
      end(stream);
      return isThere;
    },
    deliver: (news: KubeNews): void => {
      const sink = sinks.get(news.stream);
      if (news.kind === "data") return sink?.data(news.data);
      if (news.kind === "output") return sink?.output(news.output);
      if (news.kind === "open" || news.kind === "session") {
        if (sink !== undefined) growing.add(news.stream);
        return news.kind === "open" ? sink?.open(news) : sink?.session(news.facts);
      }
      end(news.stream);
      return news.kind === "response" ? sink?.answer(news) : sink?.over();
    },
    fail: (cause: unknown): void => {
      const waiting = [...sinks.values()];
      sinks.clear();
      growing.clear();
      for (const sink of waiting) sink.fail(cause);
    },
  };
};

/** Longest real time between two looks at a world that somebody waits for, ms. */
const LOOK_MS = 250;

/** Real time between two looks at a world whose time goes on by itself, ms. */
const KEEP_UP_MS = 1_000;
