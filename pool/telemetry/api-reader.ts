import pLimit from "p-limit";
import { openConnection } from "../kubernetes/api-connection.ts";
import type { ResolvedContext } from "../kubernetes/kubeconfig.ts";

/**
 * Reads texts from an API server, and through its proxies from nodes and pods, which also works where this machine has
 * no route to them. All collectors of a server share one, to limit the load.
 */
export interface ApiReader {
  /** @throws ReadFailure for every status but 200; DrillError BACKEND_DOWN if there is no answer in time */
  text(path: string): Promise<string>;
  close(): void;
}

/** Error of an answer with a status other than 200. */
export class ReadFailure extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`GET ${path}: HTTP ${status}`);
    this.status = status;
  }
}

/** Opens a reader with connections of its own, so that a hanging pod delays nobody else. */
export const openApiReader = (context: ResolvedContext): ApiReader => {
  const connection = openConnection(context);
  const limit = pLimit(CONCURRENT);
  return {
    text: (path) =>
      limit(async () => {
        const answer = await connection.send({ method: "GET", path, headers: HEADERS, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES });
        if (answer.status !== 200) throw new ReadFailure(path, answer.status);
        return answer.text;
      }),
    close: connection.close,
  };
};

const CONCURRENT = 8;
/** Timeout of a scrape, ms: pods are controlled by agents, and must not delay others. */
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 16_777_216;

/** Headers of a scrape, as pods see them. */
const HEADERS = { Accept: "application/json, text/plain, */*", "User-Agent": "Prometheus/3.1.0" };
