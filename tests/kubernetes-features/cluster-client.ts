import type { IncomingMessage } from "node:http";
import { connect } from "node:http2";
import { type RequestOptions, request } from "node:https";
import type { Readable } from "node:stream";
import { KubeConfig } from "@kubernetes/client-node";

/** Answer of the API server; an upgraded connection has status 101. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Request besides its method and path. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless the headers name another content type. */
  readonly body?: object | string;
  /** Closes a stream once its text matches; missing: reads to the end. */
  readonly until?: RegExp;
}

/** Client of one cluster, below any client library: it shows statuses and headers as they come. */
export interface ClusterClient {
  /** Sends a request; one that asks for an upgrade of the connection hangs up once that is granted, or once `until` matches. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Negotiates HTTP/2; status 505 when the server does not offer it. */
  http2(): Promise<Answer>;
}

/** Creates the client of the cluster and user of a kubeconfig. */
export const createClusterClient = (kubeconfig: string): ClusterClient => {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const { server = "", caData = "" } = config.getCurrentCluster() ?? {};
  const ca = Buffer.from(caData, "base64");
  const authorization = `Bearer ${config.getCurrentUser()?.token}`;
  return {
    send: (method, path, { headers = {}, body, until } = {}) => {
      const text = typeof body === "object" ? JSON.stringify(body) : (body ?? "");
      const content = { "content-type": "application/json", "content-length": `${Buffer.byteLength(text)}` };
      const options = {
        ca,
        method,
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { ...(text !== "" && content), authorization, ...headers },
      };
      return exchange(`${server}${path}`, options, text, until);
    },
    http2: () => negotiate(server, ca),
  };
};

/** Longest wait for an answer, real ms. */
const ANSWER_MS = 30_000;

const exchange = (url: string, options: RequestOptions, body: string, until: RegExp | undefined): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, options);
    const read = (stream: Readable, { statusCode: status = 0, headers }: IncomingMessage): void => {
      let text = "";
      const finish = (): void => resolve({ status, headers, body: text });
      stream.setEncoding("latin1");
      stream.on("data", (chunk: string) => {
        text += chunk;
        if (until?.test(text) !== true) return;
        finish();
        stream.destroy();
      });
      stream.on("end", finish);
      stream.on("error", finish);
    };
    sent.on("response", (response) => read(response, response));
    sent.on("upgrade", (response, socket, head) => {
      socket.unshift(head);
      read(socket, response);
      if (until === undefined) socket.end();
    });
    sent.on("error", reject);
    sent.end(body);
  });

const negotiate = (server: string, ca: Buffer): Promise<Answer> =>
  new Promise((resolve) => {
    const session = connect(new URL(server).origin, { ca });
    const finish = (status: number) => () => {
      resolve({ status, headers: {}, body: "" });
      session.destroy();
    };
    session.on("connect", finish(200));
    session.on("error", finish(505));
  });
