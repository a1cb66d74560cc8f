import type { ClientFrame } from "#proto/gen/kubedrill/v1/ClientFrame.ts";
import type { ServerFrame__Output } from "#proto/gen/kubedrill/v1/ServerFrame.ts";
import type { SessionEvent__Output } from "#proto/gen/kubedrill/v1/SessionEvent.ts";
import type { EpisodeCalls } from "./calls.ts";
import type { Channel, FrameStream } from "./channel.ts";
import { type Episode, type EpisodeClient, startEpisode } from "./episode.ts";
import { errorFromStatus } from "./error-details.ts";
import { KubedrillError } from "./errors.ts";
import { type ResetOptions, toResetRequest } from "./requests.ts";
import type { Only } from "./write-members.ts";

/** Options of a stream. */
export interface SessionOptions {
  /** Maximum number of frames in flight. Missing: the server's. */
  readonly window?: number;
  /** True: the end of the stream closes the episodes that were started in it. Missing: false. */
  readonly closeOnDisconnect?: boolean;
  /** Called with unsolicited messages: episodes that got their slot, lease warnings, drain. */
  readonly onEvent?: (event: SessionEvent__Output) => void;
}

/** Episodes over one stream: replies come as they are ready, without the cost of a call for each. */
export interface Session {
  /** Starts an episode whose calls go over this stream. */
  reset<Given extends ResetOptions>(options?: Only<ResetOptions, Given>): Promise<Episode>;
  /** Ends the stream; its episodes stay open unless `closeOnDisconnect` was set. */
  close(): void;
}

type Kind = keyof EpisodeCalls;
interface Pending {
  readonly resolve: (body: never) => void;
  readonly reject: (error: KubedrillError) => void;
}

const KINDS: readonly Kind[] = ["reset", "step", "observe", "reward", "heartbeat", "close", "fork"];

/** Opens a session; resolves once the server has accepted the client. */
export const openSession = async (channel: Channel, client: Omit<EpisodeClient, "calls">, options: SessionOptions): Promise<Session> => {
  await channel.admitted();
  const frames = createFrames(channel, options);
  const window = options.window === undefined ? {} : { window: options.window };
  await frames.ask({
    hello: { client: "kubedrill-typescript", closeOnDisconnect: options.closeOnDisconnect ?? false, ...window },
  });
  const call = (kind: Kind) => (request: object) => channel.repeat(() => frames.ask({ [kind]: request }));
  const calls = Object.fromEntries(KINDS.map((kind) => [kind, call(kind)])) as unknown as EpisodeCalls;
  return {
    reset: async (reset: ResetOptions = {}) =>
      startEpisode({ ...client, calls }, await calls.reset(client.closeTokens.keep(toResetRequest(reset)))),
    close: () => frames.end(),
  };
};

/** Numbers the frames, keeps no more in flight than the server accepts, and passes each reply to its caller. */
const createFrames = (channel: Channel, { onEvent }: SessionOptions) => {
  const pending = new Map<string, Pending>();
  const waiting: (() => void)[] = [];
  let lastId = 0;
  let window = 1;
  let ended: KubedrillError | undefined;
  const stream: FrameStream = channel.openStream({
    onFrame: (frame) => {
      if (frame.event) return onEvent?.(frame.event);
      if (frame.hello) window = frame.hello.window ?? DEFAULT_WINDOW;
      settle(pending, frame);
      while (waiting.length > 0 && pending.size < window) waiting.shift()!();
    },
    onEnd: (error) => {
      ended ??= endedError(error?.message);
      for (const { reject } of pending.values()) reject(ended);
      pending.clear();
      for (const send of waiting.splice(0)) send();
    },
  });
  const ask = (body: Omit<ClientFrame, "requestId">) =>
    new Promise((resolve, reject) => {
      const send = () => {
        if (ended) return reject(ended);
        const requestId = String(++lastId);
        pending.set(requestId, { resolve, reject });
        stream.write({ requestId, ...body });
      };
      if (pending.size < window) send();
      else waiting.push(send);
    });
  const end = () => {
    ended ??= endedError();
    stream.end();
  };
  return { ask, end };
};

const DEFAULT_WINDOW = 256;

/** Creates the error of a stream that has ended: it cannot be resumed, so the error is not retryable on it. */
const endedError = (why = "it was closed"): KubedrillError =>
  new KubedrillError(`the session has ended (${why}); open a new one`, { code: "CANCELLED", reason: "SESSION_ENDED" });

const settle = (pending: Map<string, Pending>, frame: ServerFrame__Output): void => {
  const requestId = frame.requestId ?? "0";
  const asked = pending.get(requestId);
  pending.delete(requestId);
  if (frame.error) asked?.reject(errorFromStatus(frame.error));
  else asked?.resolve(frame[frame.body as keyof ServerFrame__Output] as never);
};
