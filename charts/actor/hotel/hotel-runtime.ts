import { setTimeout as sleep } from "node:timers/promises";
import { goLine } from "#sim/apps/go-log.ts";
import { passUp, QUEUE_FULL, unknownMethod } from "#sim/apps/hotel/grpc-errors.ts";
import { type HotelCall, type HotelOperation, type HotelService, hotelServiceOf } from "#sim/apps/hotel/hotel-services.ts";
import { rateLimits } from "#sim/apps/hotel/service-limits.ts";
import type { Stage } from "../network/create-network.ts";
import { burnCpu, drawLognormal } from "./burn.ts";
import { createCachedStore } from "./cached-store.ts";
import { createFailureLog } from "./failure-log.ts";
import { createGrpcCalls } from "./grpc-calls.ts";
import { createMeter, type Meter } from "./meter.ts";

/** One of the hotel programs at work. */
export interface HotelRuntime {
  readonly stage: Stage;
  readonly service: HotelService;
  readonly meter: Meter;
  /** Carries out an operation with all that it calls; gives the error that its caller gets, undefined when all went well. */
  perform(operation: string): Promise<string | undefined>;
}

/** The runtime of a process: one, whatever it serves on its sockets. */
export const runtimeOf = (stage: Stage): HotelRuntime => {
  runtime ??= createRuntime(stage);
  return runtime;
};

let runtime: HotelRuntime | undefined;

const createRuntime = (stage: Stage): HotelRuntime => {
  const service = hotelServiceOf(stage.process.program) as HotelService;
  const meter = createMeter();
  const failed = createFailureLog((message) => stage.output.print([goLine(Date.now(), "error", message)], "stderr"));
  const callGrpc = createGrpcCalls(stage, { meter, failed });
  const askStore = createCachedStore(stage, { service, failed });
  const makeCall = (call: HotelCall): Promise<string | undefined> => (call.kind === "grpc" ? callGrpc(call) : askStore(call));
  const admit = service.name === "rate" ? createAdmission(stage, meter) : undefined;
  const work = async ({ selfMedianMs, selfP99Ms, cpuMs, calls }: HotelOperation): Promise<string | undefined> => {
    await sleep(drawLognormal(selfMedianMs, selfP99Ms));
    burnCpu(cpuMs);
    for (const call of calls) {
      const error = await makeCall(call);
      if (error !== undefined) return passUp(error);
    }
    return undefined;
  };
  return {
    stage,
    service,
    meter,
    perform: async (name) => {
      const operation = service.operations[name];
      if (operation === undefined) return unknownMethod(name);
      return await meter.measure(async () => (await admit?.()) ?? (await work(operation)));
    },
  };
};

/** rate's own bound: so many requests a second, and a queue before them. */
const createAdmission = ({ process }: Stage, meter: Meter) => {
  const { perS, capacity } = rateLimits(process.start.env);
  let freeAtMs = 0;
  return async (): Promise<string | undefined> => {
    const nowMs = Date.now();
    const startMs = Math.max(nowMs, freeAtMs);
    if (((startMs - nowMs) * perS) / 1000 >= capacity) {
      meter.count("rejected");
      return QUEUE_FULL;
    }
    freeAtMs = startMs + 1000 / perS;
    if (startMs <= nowMs) return undefined;
    meter.queued += 1;
    await sleep(startMs - nowMs);
    meter.queued -= 1;
    return undefined;
  };
};
