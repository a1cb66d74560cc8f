import { setTimeout as sleep } from "node:timers/promises";
import { goLine } from "#sim/apps/programs/go-log.ts";
import { passUp, QUEUE_FULL, unknownMethod } from "#sim/apps/programs/hotel/grpc-errors.ts";
import { type HotelCall, type HotelOperation, type HotelService, hotelServiceOf } from "#sim/apps/programs/hotel/hotel-services.ts";
import { rateLimits } from "#sim/apps/programs/hotel/service-limits.ts";
import type { Stage } from "../network/create-network.ts";
import { burnCpu, drawLognormal } from "./burn.ts";
import { createCachedStore } from "./cached-store.ts";
import { createFailureLog } from "./failure-log.ts";
import { createGrpcCalls } from "./grpc-calls.ts";
import { createMeter, type Meter } from "./meter.ts";
import { createTracer, type NewSpan, type SpanContext } from "./tracer.ts";

/** One of the hotel programs at work. */
export interface HotelRuntime {
  readonly stage: Stage;
  readonly service: HotelService;
  readonly meter: Meter;
  /** Carries out an operation with all that it calls; gives the error that its caller gets, undefined when all went well. */
  perform(operation: string, caller?: SpanContext): Promise<string | undefined>;
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
  const tracer = createTracer(stage, service.name);
  const makeCall = async (call: HotelCall, parent: SpanContext): Promise<string | undefined> => {
    const span = tracer.start(clientSpan(call, service, parent));
    const error = await (call.kind === "grpc" ? callGrpc(call, span.context) : askStore(call));
    span.end(error);
    return error;
  };
  const admit = service.name === "rate" ? createAdmission(stage, meter) : undefined;
  const work = async ({ selfMedianMs, selfP99Ms, cpuMs, calls }: HotelOperation, parent: SpanContext): Promise<string | undefined> => {
    await sleep(drawLognormal(selfMedianMs, selfP99Ms));
    burnCpu(cpuMs);
    for (const call of calls) {
      const error = await makeCall(call, parent);
      if (error !== undefined) return passUp(error);
    }
    return undefined;
  };
  return {
    stage,
    service,
    meter,
    perform: async (name, caller) => {
      const operation = service.operations[name];
      if (operation === undefined) return unknownMethod(name);
      const span = tracer.start(serverSpan(name, caller));
      const error = await meter.measure(async () => (await admit?.()) ?? (await work(operation, span.context)));
      span.end(error);
      return error;
    },
  };
};

/** An operation of the frontend is named by method and route, those of the others by their gRPC method. */
const serverSpan = (name: string, parent: SpanContext | undefined): NewSpan => {
  const [method = "", route] = name.split(" ");
  const attributes = route === undefined ? { "rpc.system": "grpc", "rpc.method": name } : { "http.method": method, "http.route": route };
  return { name, kind: "server", parent, attributes };
};

const clientSpan = (call: HotelCall, { store }: HotelService, parent: SpanContext): NewSpan =>
  call.kind === "grpc"
    ? {
        name: call.method,
        kind: "client",
        parent,
        attributes: { "rpc.system": "grpc", "rpc.method": call.method, "peer.service": call.service },
      }
    : {
        name: call.command,
        kind: "client",
        parent,
        attributes: { "db.system": "mongodb", "db.operation": call.command, "peer.service": store?.database ?? "" },
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
