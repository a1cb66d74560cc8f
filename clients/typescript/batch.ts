import type { Status__Output } from "#proto/gen/google/rpc/Status.ts";
import { errorFromStatus } from "./error-details.ts";
import { KubedrillError } from "./errors.ts";

/** One item of a reply to a batch. */
export interface BatchItem<Reply> {
  readonly response?: Reply | null;
  readonly status?: Status__Output | null;
}

/**
 * Sends a batch in calls of at most 1,024 items, and sends again what the server leaves pending (what does not fit into its
 * reply or is not done in time), until every item has its reply or its error.
 * @param send makes one call
 * @throws KubedrillError the failure of a call that held the whole batch
 */
export const sendBatch = async <Request, Reply>(
  requests: readonly Request[],
  send: (items: Request[]) => Promise<readonly BatchItem<Reply>[]>,
): Promise<(Reply | KubedrillError)[]> => {
  const answers = new Map<number, Reply | KubedrillError>();
  let waiting = requests.map((_, index) => index);
  let idleRounds = 0;
  while (waiting.length > 0) {
    const chunk = waiting.slice(0, ITEMS_MAX);
    const items = await send(chunk.map((index) => requests[index] as Request)).catch((error) => failAll<Reply>(error, chunk, requests));
    for (const [at, answer] of items.map((item) => answerOf<Reply>(item)).entries())
      if (answer !== undefined) answers.set(chunk[at] as number, answer);
    const pending = chunk.filter((index) => !answers.has(index));
    idleRounds = pending.length === chunk.length ? idleRounds + 1 : 0;
    if (idleRounds >= IDLE_ROUNDS_MAX) for (const index of pending) answers.set(index, overdue());
    waiting = [...waiting.slice(chunk.length), ...pending].filter((index) => !answers.has(index));
  }
  return requests.map((_, index) => answers.get(index) as Reply | KubedrillError);
};

const ITEMS_MAX = 1_024;
const IDLE_ROUNDS_MAX = 2;

type Answered<Reply> = BatchItem<Reply> | KubedrillError;

/** Puts the failure of a call in the place of its items, so that the answers of other calls stand. */
const failAll = <Reply>(error: unknown, chunk: readonly number[], requests: readonly unknown[]): Answered<Reply>[] => {
  if (!(error instanceof KubedrillError) || chunk.length === requests.length) throw error;
  return chunk.map(() => error);
};

const answerOf = <Reply>(item: Answered<Reply>): Reply | KubedrillError | undefined => {
  if (item instanceof KubedrillError) return item;
  if (item.response) return item.response as Reply;
  return item.status ? errorFromStatus(item.status) : undefined;
};

const overdue = (): KubedrillError => new KubedrillError("no item of the batch was done in time", { code: "DEADLINE_EXCEEDED" });
