import { setTimeout as sleep } from "node:timers/promises";
import type { CallBehaviour, OperationBehaviour, ServiceCall } from "#kube/app/behaviour.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { amountOf } from "#sim/programs/behaviour/settings.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { burnCpu, drawLognormal } from "./burn.ts";
import { answered, type Failure } from "./failure.ts";
import { createFailureLog } from "./failure-log.ts";
import { createMeter, type Meter } from "./meter.ts";
import { createProductCalls } from "./product-calls.ts";
import { createServiceCalls } from "./service-calls.ts";
import { createTracer, type NewSpan, type SpanContext } from "./tracer.ts";

/** One of an application's own programs at work. */
export interface AppRuntime {
  readonly stage: Stage;
  readonly app: AppProgram;
  readonly meter: Meter;
  /** Carries out an operation with all that it calls; gives the failure that its caller learns of, undefined when all went well. */
  perform(operation: string, caller?: Caller): Promise<Failure | undefined>;
  /** Takes down a failure of a call in the log; those of one kind are dropped when there are many. */
  readonly failed: (kind: string, message: string) => void;
}

/** Whoever wants an operation done. */
export interface Caller {
  /** Missing: it is not traced. */
  readonly span?: SpanContext | undefined;
  /** False once nobody waits for the answer; missing: somebody does. */
  readonly isWaiting?: () => boolean;
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
  const { line, failed: linesOf = (message: string) => [line("error", message)], calls: words } = LANGUAGES[language];
  const failed = createFailureLog((message) =>
    stage.output.print(
      linesOf(message).map((render) => render(Date.now())),
      "stderr",
    ),
  );
  const callService = createServiceCalls(stage, { app, meter, failed });
  const askProduct = createProductCalls(stage, { app, failed });
  const tracer = createTracer(stage, app);
  const makeCall = async (call: CallBehaviour, parent: SpanContext): Promise<Failure | undefined> => {
    const span = tracer.start(clientSpan(call, app, parent));
    const failure = await (isServiceCall(call) ? callService(call, span.context) : askProduct(call));
    span.end(failure?.text);
    return failure;
  };
  const admit = rateLimit === undefined ? undefined : createAdmission(stage, meter, rateLimit);
  const work = async (
    { medianMs, p99Ms, cpuMs, calls }: OperationBehaviour,
    parent: SpanContext,
    isWaiting: () => boolean,
  ): Promise<Failure | undefined> => {
    await sleep(drawLognormal(medianMs, p99Ms));
    // On a machine that is short of processor time, work that nobody waits for would delay all that comes after it.
    if (!isWaiting()) return GONE;
    burnCpu(cpuMs);
    for (const call of calls) {
      const made = await Promise.all(("parallel" in call ? call.parallel : [call]).map((one) => makeCall(one, parent)));
      const failure = made.find((result) => result !== undefined);
      if (failure !== undefined) return failure;
    }
    return undefined;
  };
  return {
    stage,
    app,
    meter,
    perform: async (name, { span: parent, isWaiting = () => true } = {}) => {
      const operation = operations[name];
      if (operation === undefined) return { text: words.unknownMethod(name), cause: "unimplemented" };
      const span = tracer.start(serverSpan(name, parent));
      const failure = await meter.measure(async () => (await admit?.()) ?? (await work(operation, span.context, isWaiting)));
      span.end(failure?.text);
      return failure;
    },
    failed,
  };
};

const GONE: Failure = { text: "context canceled", cause: "timed-out" };

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
        attributes: { "rpc.system": call.kind, "rpc.method": call.operation, "peer.service": call.to },
      }
    : {
        name: commandOf(call),
        kind: "client",
        parent,
        attributes: {
          "db.system": call.kind === "key-value" ? "redis" : store?.kind === "sql" ? store.product : "mongodb",
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
  return async (): Promise<Failure | undefined> => {
    const nowMs = Date.now();
    const startMs = Math.max(nowMs, freeAtMs);
    if (((startMs - nowMs) * perS) / 1000 >= capacity) {
      meter.count("rejected");
      return answered(limit.error);
    }
    freeAtMs = startMs + 1000 / perS;
    if (startMs <= nowMs) return undefined;
    meter.queued += 1;
    await sleep(startMs - nowMs);
    meter.queued -= 1;
    return undefined;
  };
};
