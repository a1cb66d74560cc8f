import pLimit from "p-limit";
import { openConnection } from "../kubernetes/api-connection.ts";
import type { ResolvedContext } from "../kubernetes/kubeconfig.ts";

/**
 * Reads texts from an API server, and through its proxies from nodes and pods: that works wherever the API does, also where
 * this machine has no route to either. All collectors of a server share one, so that their number is not felt.
 */
export interface ApiReader {
  /** @throws ReadFailure for every status but 200; DrillError BACKEND_DOWN when there is no answer in time */
  text(path: string): Promise<string>;
  close(): void;
}

/** An answer that is none. */
export class ReadFailure extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`GET ${path}: HTTP ${status}`);
    this.status = status;
  }
}

/** Opens a reader with connections of its own: whoever waits for a pod that hangs keeps nobody else waiting. */
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
/** What a scrape may take, and bring: pods are anybody's, and nobody else shall wait for them. */
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 16_777_216;

/** What pods see of it. */
const HEADERS = { Accept: "application/json, text/plain, */*", "User-Agent": "Prometheus/3.1.0" };
