import { setTimeout as sleep } from "node:timers/promises";
import { CUT_OFF, DEADLINE, noAddresses } from "#sim/apps/programs/hotel/grpc-errors.ts";
import type { HotelCall } from "#sim/apps/programs/hotel/hotel-services.ts";
import { knownAddresses } from "#sim/apps/programs/hotel/registration.ts";
import { ONCE, ratePolicy } from "#sim/apps/programs/hotel/service-limits.ts";
import type { Stage } from "../network/create-network.ts";
import { createGrpcChannels, type GrpcChannels } from "./grpc-channels.ts";
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
  const channels = createGrpcChannels();
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
  channels: GrpcChannels,
  { service, method }: GrpcCall,
  span: SpanContext,
): Promise<string | undefined> => {
  const addresses = knownAddresses(stage.world, stage.process, `srv-${service}`);
  if (addresses.length === 0) return noAddresses(service);
  const client = await channels.pick(addresses);
  if (typeof client === "string") return client;
  const answer = await client.ask({ service, method, span }, CALL_MAX_MS);
  if (answer === undefined) return CUT_OFF;
  return answer["ok"] === true ? undefined : `${answer["error"]}`;
};

/** The code sets no deadline; nothing is waited for longer than this. */
const CALL_MAX_MS = 120_000;
