import { invariant } from "#core/invariant.ts";
import type { RouteBehaviour } from "#kube/app/behaviour.ts";
import { askHttp } from "../network/ask-http.ts";
import { answered, type Failure } from "./failure.ts";
import { CALL_MAX_MS, type OutgoingCall, unconnected } from "./outgoing-call.ts";
import type { SpanContext } from "./tracer.ts";

/** Makes a call over HTTP, at the route of the callee's operation. */
export const callHttp = async ({ app, call, span, words, addresses, target }: OutgoingCall): Promise<Failure | undefined> => {
  const { address: host, port } = addresses[Math.floor(Math.random() * addresses.length)] as OutgoingCall["addresses"][number];
  const route = app.app.programs[call.to]?.operations[call.operation]?.route;
  invariant(route !== undefined, "the description was checked: a call over HTTP is of an operation with a route");
  const reply = await askHttp({
    host,
    port,
    ...requestFor(route),
    headers: { [TRACE_HEADER]: writeTrace(span) },
    dialMs: words.dialTimeoutMs,
    answerMs: CALL_MAX_MS,
  });
  if (reply.kind === "failed") return unconnected(words, reply.outcome, target);
  if (reply.status === 0) return { text: words.cutOff, cause: "reset" };
  if (reply.status === 404) return { text: words.unknownService(call.to), cause: "unimplemented" };
  const error = reply.body.replace(/\n$/, "");
  return reply.status < 400 ? undefined : answered(words.receive?.(error) ?? error);
};

/** Request that a route takes. */
const requestFor = ({ method = "GET", path, requires }: RouteBehaviour): { readonly method: string; readonly path: string } => {
  const query = requires.flatMap(({ parameters }) => parameters).filter((name) => !path.includes(`{${name}}`));
  const search = query.length === 0 ? "" : `?${query.map((name) => `${name}=${SAMPLE}`).join("&")}`;
  return { method, path: `${path.replaceAll(/\{\w+\}/g, SAMPLE)}${search}` };
};

/** Value of a parameter, whose text means itself in JSON too. */
const SAMPLE = "1";

/** @see https://www.w3.org/TR/trace-context/ */
const TRACE_HEADER = "traceparent";

const writeTrace = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

/** Span of a request's caller; undefined: it names none. */
export const readTrace = (headers: Readonly<Record<string, unknown>>): SpanContext | undefined => {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(`${headers[TRACE_HEADER] ?? ""}`) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
};
