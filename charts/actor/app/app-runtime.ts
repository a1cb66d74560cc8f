import { setTimeout as sleep } from "node:timers/promises";
import type { CallBehaviour, OperationBehaviour, ServiceCall } from "#kube/app/behaviour.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { amountOf } from "#sim/programs/behaviour/settings.ts";
import { passUp, unknownMethod } from "#sim/programs/languages/go/grpc-client.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { burnCpu, drawLognormal } from "./burn.ts";
import { createCachedStore } from "./cached-store.ts";
import { createFailureLog } from "./failure-log.ts";
import { createMeter, type Meter } from "./meter.ts";
import { createServiceCalls } from "./service-calls.ts";
import { createTracer, type NewSpan, type SpanContext } from "./tracer.ts";

/** One of an application's own programs at work. */
export interface AppRuntime {
  readonly stage: Stage;
  readonly app: AppProgram;
  readonly meter: Meter;
  /** Carries out an operation with all that it calls; gives the error that its caller gets, undefined when all went well. */
  perform(operation: string, caller?: SpanContext): Promise<string | undefined>;
}

/** The runtime of a process: one, whatever it serves on its sockets. */
export const runtimeOf = (stage: Stage, app: AppProgram): AppRuntime => {
  runtime ??= createRuntime(stage, app);
  return runtime;
};

let runtime: AppRuntime | undefined;

const createRuntime = (stage: Stage, app: AppProgram): AppRuntime => {
  const { language, operations, rateLimit } = app.behaviour;
  const meter = createMeter();
  const failed = createFailureLog((message) => stage.output.print([LANGUAGES[language].line("error", message)(Date.now())], "stderr"));
  const callService = createServiceCalls(stage, { app, meter, failed });
  const askStore = createCachedStore(stage, { app, failed });
  const tracer = createTracer(stage, app);
  const makeCall = async (call: CallBehaviour, parent: SpanContext): Promise<string | undefined> => {
    const span = tracer.start(clientSpan(call, app, parent));
    const error = await (isServiceCall(call) ? callService(call, span.context) : askStore(call));
    span.end(error);
    return error;
  };
  const admit = rateLimit === undefined ? undefined : createAdmission(stage, meter, rateLimit);
  const work = async ({ medianMs, p99Ms, cpuMs, calls }: OperationBehaviour, parent: SpanContext): Promise<string | undefined> => {
    await sleep(drawLognormal(medianMs, p99Ms));
    burnCpu(cpuMs);
    for (const call of calls) {
      const made = await Promise.all(("parallel" in call ? call.parallel : [call]).map((one) => makeCall(one, parent)));
      const error = made.find((result) => result !== undefined);
      if (error !== undefined) return passUp(error);
    }
    return undefined;
  };
  return {
    stage,
    app,
    meter,
    perform: async (name, caller) => {
      const operation = operations[name];
      if (operation === undefined) return unknownMethod(name);
      const span = tracer.start(serverSpan(name, caller));
      const error = await meter.measure(async () => (await admit?.()) ?? (await work(operation, span.context)));
      span.end(error);
      return error;
    },
  };
};

/** An HTTP operation is named by method and route, a gRPC one by its method. */
const serverSpan = (name: string, parent: SpanContext | undefined): NewSpan => {
  const [method = "", route] = name.split(" ");
  const attributes = route === undefined ? { "rpc.system": "grpc", "rpc.method": name } : { "http.method": method, "http.route": route };
  return { name, kind: "server", parent, attributes };
};

const clientSpan = (call: CallBehaviour, { behaviour: { store } }: AppProgram, parent: SpanContext): NewSpan =>
  isServiceCall(call)
    ? {
        name: call.operation,
        kind: "client",
        parent,
        attributes: { "rpc.system": "grpc", "rpc.method": call.operation, "peer.service": call.to },
      }
    : {
        name: commandOf(call),
        kind: "client",
        parent,
        attributes: {
          "db.system": call.kind === "key-value" ? "redis" : "mongodb",
          "db.operation": commandOf(call),
          "peer.service": store?.kind === "document" ? store.database : "",
        },
      };

const commandOf = (call: Exclude<CallBehaviour, ServiceCall>): string => {
  if (call.kind === "publish") return `${call.topic} publish`;
  return call.kind === "cache" ? call.store : call.command;
};

/** A program's own bound: so many requests a second, and a queue before them. */
const createAdmission = ({ process }: Stage, meter: Meter, limit: NonNullable<AppProgram["behaviour"]["rateLimit"]>) => {
  const perS = amountOf(process, limit.perS);
  const capacity = amountOf(process, limit.queue);
  let freeAtMs = 0;
  return async (): Promise<string | undefined> => {
    const nowMs = Date.now();
    const startMs = Math.max(nowMs, freeAtMs);
    if (((startMs - nowMs) * perS) / 1000 >= capacity) {
      meter.count("rejected");
      return limit.error;
    }
    freeAtMs = startMs + 1000 / perS;
    if (startMs <= nowMs) return undefined;
    meter.queued += 1;
    await sleep(startMs - nowMs);
    meter.queued -= 1;
    return undefined;
  };
};
