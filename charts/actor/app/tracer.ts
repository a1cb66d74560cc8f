import type { AppProgram } from "#sim/processes/app-program.ts";
import { addressOf, amountOf } from "#sim/programs/behaviour/settings.ts";
import type { Stage } from "../network/create-network.ts";
import type { OtlpSpan, OtlpTraces, OtlpValue } from "../otlp.ts";

/** Trace and span id of a parent span. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: "server" | "client";
  readonly parent: SpanContext | undefined;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly context: SpanContext;
  /** @param error what went wrong; missing: nothing */
  end(error?: string): void;
}

/** Takes down what a program does and sends it to the tracing server that its settings name; nobody notices when that is away. */
export interface Tracer {
  start(span: NewSpan): OpenSpan;
}

export const createTracer = (stage: Stage, { name: service, behaviour: { tracing } }: AppProgram): Tracer => {
  const ratio = tracing === undefined ? 0 : amountOf(stage.process, tracing.ratio);
  const finished: OtlpSpan[] = [];
  const { host, port } = addressOf(stage.process, tracing?.address ?? "", SPANS_PORT);
  if (host !== "" && ratio > 0) sendEverySecond({ host, port }, finished, resourceOf(stage, service));
  return {
    start: ({ name, kind, parent, attributes }) => {
      const startMs = Date.now();
      const context = { traceId: parent?.traceId ?? hex(32), spanId: hex(16) };
      return {
        context,
        end: (error) => {
          if (!isSampled(context.traceId, ratio) || finished.length >= WAITING_MAX) return;
          finished.push({
            ...context,
            ...(parent !== undefined && { parentSpanId: parent.spanId }),
            name,
            kind: kind === "server" ? 2 : 3,
            startTimeUnixNano: nanos(startMs),
            endTimeUnixNano: nanos(Date.now()),
            attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: valueFrom(value) })),
            status: error === undefined ? {} : { code: 2, message: error },
          });
        },
      };
    },
  };
};

/** Port of a Jaeger agent where an address names none. */
const SPANS_PORT = 6831;
const WAITING_MAX = 5000;

const hex = (digits: number): string => {
  let text = "";
  while (text.length < digits)
    text += Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  return text;
};

/** Every program comes to the same decision for a trace. */
const isSampled = (traceId: string, ratio: number): boolean => Number.parseInt(traceId.slice(0, 8), 16) < ratio * 0x1_0000_0000;

const nanos = (ms: number): string => `${Math.round(ms)}000000`;

const valueFrom = (value: string | number): OtlpValue => (typeof value === "number" ? { intValue: value } : { stringValue: value });

const resourceOf = ({ process: { start } }: Stage, service: string): OtlpTraces["resourceSpans"][number]["resource"] => ({
  attributes: [
    { key: "service.name", value: { stringValue: service } },
    { key: "hostname", value: { stringValue: start.pod.metadata.name } },
    { key: "k8s.pod.name", value: { stringValue: start.pod.metadata.name } },
    ...(start.pod.status?.podIP === undefined ? [] : [{ key: "ip", value: { stringValue: start.pod.status.podIP } }]),
  ],
});

const sendEverySecond = (
  { host, port }: { readonly host: string; readonly port: number },
  finished: OtlpSpan[],
  resource: OtlpTraces["resourceSpans"][number]["resource"],
): void => {
  const socket = process.getBuiltinModule("node:dgram").createSocket("udp4");
  socket.on("error", () => {});
  setInterval(() => {
    while (finished.length > 0) {
      const traces: OtlpTraces = { resourceSpans: [{ resource, scopeSpans: [{ spans: finished.splice(0, SPANS_PER_DATAGRAM) }] }] };
      socket.send(JSON.stringify(traces), port, host, () => {});
    }
  }, 1000).unref();
  socket.unref();
};

/** Keeps a datagram well below 64 KiB. */
const SPANS_PER_DATAGRAM = 40;
