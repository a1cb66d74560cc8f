import { setTimeout as sleep } from "node:timers/promises";
import { CUT_OFF, DEADLINE, DIAL_TIMEOUT_MS, dialFailed, NOT_GRPC, noAddresses } from "#sim/apps/hotel/grpc-errors.ts";
import type { HotelCall } from "#sim/apps/hotel/hotel-services.ts";
import { knownAddresses } from "#sim/apps/hotel/registration.ts";
import { ONCE, ratePolicy } from "#sim/apps/hotel/service-limits.ts";
import type { Stage } from "../network/create-network.ts";
import { dial } from "../network/dial.ts";
import type { LineClient } from "../network/line-protocol.ts";
import { greetGrpc } from "./grpc-protocol.ts";
import type { Meter } from "./meter.ts";
import type { SpanContext } from "./tracer.ts";

type GrpcCall = Extract<HotelCall, { kind: "grpc" }>;

/** Makes a call of another hotel program, with the caller's patience; gives the last attempt's error. */
export type CallGrpc = (call: GrpcCall, span: SpanContext) => Promise<string | undefined>;

export interface CallTools {
  readonly meter: Meter;
  /** Takes down a failure in the program's log. */
  readonly failed: (kind: string, message: string) => void;
}

export const createGrpcCalls = (stage: Stage, { meter, failed }: CallTools): CallGrpc => {
  const channels = new Map<string, Channel>();
  const attempt = async (call: GrpcCall, span: SpanContext, timeoutMs: number | undefined): Promise<string | undefined> => {
    const asked = callOnce(stage, channels, call, span);
    return timeoutMs === undefined ? await asked : await Promise.race([asked, sleep(timeoutMs, DEADLINE, { ref: false })]);
  };
  return async (call, span) => {
    const { timeoutMs, attempts, backoffMs } = call.retries === undefined ? ONCE : ratePolicy(stage.process.start.env);
    for (let left = attempts; ; left--) {
      meter.count(`${call.service}/attempts`);
      const error = await attempt(call, span, timeoutMs);
      if (error === undefined) {
        meter.count(`${call.service}/successes`);
        return undefined;
      }
      if (error === DEADLINE) meter.count(`${call.service}/timeouts`);
      failed(`${call.method} ${error}`, `${call.method} failed: ${error}`);
      if (left <= 1) {
        meter.count(`${call.service}/failures`);
        return error;
      }
      await sleep(backoffMs * (0.8 + 0.4 * Math.random()));
    }
  };
};

const callOnce = async (
  stage: Stage,
  channels: Map<string, Channel>,
  { service, method }: GrpcCall,
  span: SpanContext,
): Promise<string | undefined> => {
  const addresses = knownAddresses(stage.world, stage.process, `srv-${service}`);
  if (addresses.length === 0) return noAddresses(service);
  const dialled = await Promise.all(addresses.map(({ address, port }) => open(channels, address, port)));
  const live = dialled.filter((channel) => typeof channel !== "string");
  const client = live[Math.floor(Math.random() * live.length)];
  if (client === undefined) return dialled.find((channel) => typeof channel === "string");
  const answer = await client.ask({ service, method, span }, CALL_MAX_MS);
  if (answer === undefined) return CUT_OFF;
  return answer["ok"] === true ? undefined : `${answer["error"]}`;
};

/** The code sets no deadline; nothing is waited for longer than this. */
const CALL_MAX_MS = 120_000;

interface Channel {
  opening: Promise<LineClient | string>;
}

/** The connection to an address: the one that is open, else a new one, or why there is none. */
const open = async (channels: Map<string, Channel>, address: string, port: number): Promise<LineClient | string> => {
  const key = `${address}:${port}`;
  const channel = channels.get(key);
  if (channel !== undefined) {
    const client = await channel.opening;
    if (typeof client !== "string" && client.isOpen) return client;
    if (channels.get(key) !== channel) return await open(channels, address, port);
  }
  const opening = connect(address, port);
  channels.set(key, { opening });
  return await opening;
};

const connect = async (address: string, port: number): Promise<LineClient | string> => {
  const dialled = await dial(address, port, DIAL_TIMEOUT_MS);
  if (dialled.kind !== "connected") return dialFailed(dialled);
  return (await greetGrpc(dialled.socket)) ?? NOT_GRPC;
};
