import type { IncomingMessage, ServerResponse } from "node:http";
import { packBytes, unpackBytes } from "../../host/kube-streams/kube-bytes.ts";
import { compress } from "./compress.ts";
import type { Exchange } from "./gate.ts";
import { readBody } from "./read-body.ts";
import { requestHeaders } from "./request-headers.ts";
import { type Refusal, tooLarge, UNAVAILABLE, UPGRADE_REQUIRED } from "./statuses.ts";
import type { Sink, Tenant } from "./tenant.ts";

/** Limits of one request. */
export interface RequestBounds {
  /** Maximum size of a body, bytes: 3 MiB as on the API server. */
  readonly bodyBytesMax: number;
  /** Maximum number of unread bytes of a stream before a slow reader is disconnected. */
  readonly unreadBytesMax: number;
}

/** Passes one request to a tenant and writes the answer. */
export const serveRequest = async (
  tenant: Tenant,
  { request, response, target, isKnown }: Exchange,
  bounds: RequestBounds,
): Promise<void> => {
  const body = await readBody(request, bounds.bodyBytesMax);
  if (body === undefined) return refuseRequest(response, tooLarge(bounds.bodyBytesMax));
  const stream = tenant.request(
    { method: request.method ?? "GET", ...target, headers: requestHeaders(request), body: packBytes(body), isKnown },
    {
      answer: (message) => void sendAnswer(request, response, message).catch(() => response.destroy()),
      open: ({ headers }) => {
        response.writeHead(200, headers as Record<string, string>);
        response.flushHeaders();
      },
      data: (data) => {
        response.write(data);
        if (response.writableLength > bounds.unreadBytesMax) response.destroy();
      },
      session: () => {
        stream.leave();
        refuseRequest(response, UPGRADE_REQUIRED);
      },
      output: () => undefined,
      over: () => response.end(),
      fail: () => (response.headersSent ? response.end() : refuseRequest(response, UNAVAILABLE)),
    },
  );
  response.on("close", stream.leave);
};

const sendAnswer = async (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): Promise<void> => {
  const plain = unpackBytes(body);
  const { data, headers: more } =
    request.method === "HEAD"
      ? { data: plain, headers: {} }
      : await compress(plain, `${headers["content-type"] ?? ""}`, request.headers["accept-encoding"] as string | undefined);
  response.writeHead(status, { ...(headers as Record<string, string>), ...more, "content-length": data.length });
  response.end(data);
};

type Answer = Parameters<Sink["answer"]>[0];

/** Answers with an error of the endpoint itself. */
export const refuseRequest = (response: ServerResponse, { status, headers, body }: Refusal): void => {
  if (response.headersSent) return void response.end();
  response.writeHead(status, {
    "cache-control": "no-cache, private",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
};
