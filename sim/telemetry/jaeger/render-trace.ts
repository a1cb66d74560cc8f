import { type EdgeFlow, type ErrorShare, SPAN_PROTOCOLS } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { processLives } from "../metrics/history/process-history.ts";
import { hashOf } from "../metrics/number-hash.ts";
import { CANCELED, type Call, type Work } from "./call-tree.ts";
import { type Span, type Tag, type Trace, tag } from "./trace-model.ts";

/** Turns a drawn request into a trace that begins at an instant. */
export const renderTrace = (world: World, traceID: string, call: Call, startMs: number): Trace | undefined => {
  if (call.work === undefined) return undefined;
  const rendering: Rendering = { world, traceID, spans: [], processes: new Map() };
  addWork(rendering, { work: call.work, edge: call.edge, parent: undefined, startUs: Math.round(startMs * 1000) });
  return {
    traceID,
    spans: rendering.spans,
    processes: Object.fromEntries([...rendering.processes.values()].map(({ id, serviceName, tags }) => [id, { serviceName, tags }])),
    warnings: null,
  };
};

interface Rendering {
  readonly world: World;
  readonly traceID: string;
  readonly spans: Span[];
  readonly processes: Map<string, { readonly id: string; readonly serviceName: string; readonly tags: readonly Tag[] }>;
}

interface PlacedWork {
  readonly work: Work;
  readonly edge: EdgeFlow;
  readonly parent: string | undefined;
  readonly startUs: number;
}

const addWork = (rendering: Rendering, { work, edge, parent, startUs }: PlacedWork): void => {
  const { server, error, ms, calls } = work;
  const spanID = nextSpanId(rendering);
  // To a server it is no error that its caller went away.
  const status = error === undefined || error.cause === CANCELED ? undefined : error.message;
  const tags = [tag("span.kind", "server"), ...serverTags(edge, server.operation, error), ...statusTags(status)];
  push(rendering, {
    spanID,
    parent,
    name: server.operation,
    startUs,
    ms,
    tags,
    error: status,
    process: processOf(rendering, server.component, server.process),
  });
  let atUs = startUs + Math.round(Math.max(0, ms - calls.reduce((sum, call) => sum + call.ms, 0)) * 400);
  for (const call of calls) {
    addCall(rendering, call, { parent: spanID, startUs: atUs, process: server.process, component: server.component });
    atUs += Math.max(1, Math.round(call.ms * 1000));
  }
};

const addCall = (
  rendering: Rendering,
  call: Call,
  place: { readonly parent: string; readonly startUs: number; readonly process: string; readonly component: string },
): void => {
  const spanID = nextSpanId(rendering);
  const { edge, error, ms, work, deliveries } = call;
  const tags = [tag("span.kind", "client"), ...clientTags(edge, error), ...statusTags(error?.message)];
  push(rendering, {
    spanID,
    parent: place.parent,
    name: edge.operation,
    startUs: place.startUs,
    ms,
    tags,
    error: error?.message,
    process: processOf(rendering, place.component, place.process),
  });
  if (work !== undefined && emitsSpans(edge))
    addWork(rendering, { work, edge, parent: spanID, startUs: place.startUs + Math.round(Math.min(0.3, ms / 4) * 1000) });
  for (const { atMs, call: delivery } of deliveries) {
    const startUs = Math.max(place.startUs + Math.round(ms * 1000), Math.round(atMs * 1000));
    addCall(rendering, delivery, { ...place, parent: spanID, startUs });
  }
};

/** Stores carry no tracing library. */
export const emitsSpans = ({ protocol }: EdgeFlow): boolean => SPAN_PROTOCOLS.has(protocol);

interface NewSpan {
  readonly spanID: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly startUs: number;
  readonly ms: number;
  readonly tags: readonly Tag[];
  readonly error: string | undefined;
  readonly process: string;
}

const push = ({ traceID, spans }: Rendering, { spanID, parent, name, startUs, ms, tags, error, process }: NewSpan): void => {
  const duration = Math.max(1, Math.round(ms * 1000));
  const fields = [tag("event", "exception"), tag("exception.message", error ?? "")];
  spans.push({
    traceID,
    spanID,
    flags: 1,
    operationName: name,
    references: parent === undefined ? [] : [{ refType: "CHILD_OF", traceID, spanID: parent }],
    startTime: startUs,
    duration,
    tags,
    logs: error === undefined ? [] : [{ timestamp: startUs + duration, fields }],
    processID: process,
    warnings: null,
  });
};

const nextSpanId = ({ traceID, spans }: Rendering): string => {
  const seed = `${traceID}/${spans.length}`;
  return hexOf(`a/${seed}`) + hexOf(`b/${seed}`);
};

/** 8 hex digits of a text's hash. */
export const hexOf = (text: string): string => hashOf(text).toString(16).padStart(8, "0");

const processOf = ({ world, processes }: Rendering, serviceName: string, processKey: string): string => {
  const known = processes.get(processKey);
  if (known !== undefined) return known.id;
  const id = `p${processes.size + 1}`;
  const [namespace = "", pod = ""] = processKey.split("/");
  const start = processLives(world).findLast((life) => life.key === processKey)?.process.start;
  const node = start?.pod.spec.nodeName;
  const tags = [
    tag("hostname", pod),
    ...(start?.pod.status?.podIP === undefined ? [] : [tag("ip", start.pod.status.podIP)]),
    tag("k8s.namespace.name", namespace),
    tag("k8s.pod.name", pod),
    ...(node === undefined ? [] : [tag("k8s.node.name", node)]),
  ];
  processes.set(processKey, { id, serviceName, tags });
  return id;
};

const statusTags = (message: string | undefined): readonly Tag[] =>
  message === undefined ? [] : [tag("error", true), tag("otel.status_code", "ERROR"), tag("otel.status_description", message)];

const serverTags = (edge: EdgeFlow, operation: string, error: ErrorShare | undefined): readonly Tag[] => {
  const system = MESSAGING[edge.protocol];
  if (system !== undefined) return [tag("messaging.system", system), tag("messaging.operation", "process")];
  if (edge.protocol === "thrift") return [tag("rpc.system", "thrift"), tag("rpc.method", operation)];
  if (edge.protocol !== "http")
    return [tag("rpc.system", "grpc"), tag("rpc.method", operation), tag("rpc.grpc.status_code", grpcCode(error))];
  const [method = "GET", path = operation] = operation.includes(" ") ? operation.split(" ") : ["GET", operation];
  return [
    tag("http.method", method),
    tag("http.route", path),
    tag("http.status_code", error === undefined || error.cause === CANCELED ? 200 : 500),
  ];
};

const MESSAGING: Readonly<Partial<Record<EdgeFlow["protocol"], string>>> = {
  kafka: "kafka",
  messages: "kafka",
  amqp: "rabbitmq",
  "amqp-messages": "rabbitmq",
};

/** gRPC status code of a call: the one that its error names, else that of its cause. */
const grpcCode = (error: ErrorShare | undefined): number => {
  if (error === undefined) return 0;
  const name = /code = (\w+)/.exec(error.message)?.[1];
  return (name === undefined ? undefined : CODES_BY_NAME[name]) ?? CODES_BY_CAUSE[error.cause] ?? UNKNOWN;
};

const UNKNOWN = 2;

const CODES_BY_NAME: Readonly<Record<string, number>> = {
  Canceled: 1,
  Unknown: UNKNOWN,
  InvalidArgument: 3,
  DeadlineExceeded: 4,
  NotFound: 5,
  PermissionDenied: 7,
  ResourceExhausted: 8,
  Unimplemented: 12,
  Internal: 13,
  Unavailable: 14,
  Unauthenticated: 16,
};

const CODES_BY_CAUSE: Readonly<Record<string, number>> = {
  [CANCELED]: 1,
  refused: 14,
  "no-such-host": 14,
  "no-addresses": 14,
  "timed-out": 4,
  unimplemented: 12,
  unauthenticated: 16,
  rejected: 8,
};

const clientTags = (edge: EdgeFlow, error: ErrorShare | undefined): readonly Tag[] => {
  switch (edge.protocol) {
    case "http":
      return [tag("http.method", "GET"), tag("peer.service", edge.to), ...(error === undefined ? [tag("http.status_code", 200)] : [])];
    case "kafka":
    case "messages":
    case "amqp":
    case "amqp-messages":
      return [
        tag("messaging.system", MESSAGING[edge.protocol] ?? ""),
        tag("messaging.operation", edge.operation.split(" ").at(-1) ?? ""),
        tag("peer.service", edge.to),
      ];
    case "thrift":
      return [tag("rpc.system", "thrift"), tag("rpc.method", edge.operation), tag("peer.service", edge.to)];
    case "grpc":
      return [
        tag("rpc.system", "grpc"),
        tag("rpc.method", edge.operation),
        tag("peer.service", edge.to),
        tag("rpc.grpc.status_code", grpcCode(error)),
      ];
    default:
      return [tag("db.system", edge.protocol), tag("db.operation", edge.operation), tag("peer.service", edge.to)];
  }
};
