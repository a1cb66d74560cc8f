import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { KubeBytes, KubeFrame, KubeMessage } from "../kube-protocol.ts";

/** A request of an agent to its cluster or telemetry, as readers of its episode are told of it. */
export interface ToldRequest {
  readonly to: "kubernetes" | TelemetryRequest["api"];
  readonly method: string;
  /** Path with its query; a long one is cut. */
  readonly target: string;
  /** Text that was sent; a long one is cut. Missing: none, or bytes. */
  readonly body?: string;
  /** Missing: it was not answered yet. */
  readonly status?: number;
}

/** Tells of the requests among actions of clients. @param messages the answers, as far as there are any */
export const tellRequests = (frames: readonly KubeFrame[], messages: readonly KubeMessage[]): readonly ToldRequest[] =>
  frames.flatMap((frame) => {
    if (frame.kind !== "request" && frame.kind !== "telemetry") return [];
    const message = messages.find(({ stream, kind }) => stream === frame.stream && STATUSES[kind] !== undefined);
    const status = message?.kind === "response" ? message.status : message && STATUSES[message.kind];
    return [{ ...(frame.kind === "request" ? tellOfCluster(frame.request) : tellOfTelemetry(frame.request)), ...(status && { status }) }];
  });

/** Statuses that first messages stand for; a response has one of its own. */
const STATUSES: Readonly<Record<string, number>> = { response: 0, open: 200, session: 101 };

type ClusterRequest = Extract<KubeFrame, { readonly kind: "request" }>["request"];

const tellOfCluster = ({ method, path, query, body }: ClusterRequest): ToldRequest => ({
  to: "kubernetes",
  method,
  target: cut(query === "" ? path : `${path}?${query}`, TARGET_MAX),
  ...textOf(body),
});

const tellOfTelemetry = ({ api, path, params }: TelemetryRequest): ToldRequest => {
  const query = `${new URLSearchParams(params)}`;
  return { to: api, method: "GET", target: cut(query === "" ? path : `${path}?${query}`, TARGET_MAX) };
};

const textOf = (bytes: KubeBytes): Pick<ToldRequest, "body"> =>
  "text" in bytes && bytes.text !== "" ? { body: cut(bytes.text, BODY_MAX) } : {};

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`);

const TARGET_MAX = 2_048;
const BODY_MAX = 4_096;
