import { randomBytes } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import type { ListTasksResponse } from "#proto/gen/kubedrill/v1/ListTasksResponse.ts";
import type { SampleTasksResponse } from "#proto/gen/kubedrill/v1/SampleTasksResponse.ts";
import type { TaskFilter } from "../../../catalogue/catalogue-protocol.ts";
import { type CallContext, mayKnowAnswers, requireScope } from "../unary.ts";
import { writeTask } from "../write-replies.ts";

/** Handles ListTasks. */
export const listTasks = (context: CallContext, message: object): ListTasksResponse => {
  const { filter, pageSize, pageToken } = context.read.listTasks(message);
  requireSplits(context, filter);
  const tasks = context.catalogue.list(filter);
  const start = readPageToken(pageToken, context.catalogue.digest);
  const end = start + pageSize;
  return {
    tasks: tasks.slice(start, end).map((task) => writeTask(task, mayKnowAnswers(context))),
    nextPageToken: end < tasks.length ? `${end}@${context.catalogue.digest.slice(-16)}` : "",
    total: tasks.length,
    catalogueDigest: context.catalogue.digest,
  };
};

/** Handles SampleTasks. */
export const sampleTasks = (context: CallContext, message: object): SampleTasksResponse => {
  const { choice, n, repeats } = context.read.sampleTasks(message);
  requireSplits(context, choice.filter);
  if (n * repeats > DRAWS_MAX) {
    const description = `times repeats is ${n * repeats}; the most is ${DRAWS_MAX}`;
    throw new DrillError("FIELD_INVALID", `n ${description}`, { violations: [{ field: "n", description }] });
  }
  const seed = choice.sampler.seed ?? randomBytes(8).readBigUInt64BE().toString();
  const { draws, cursor, seed: used } = context.catalogue.sample({ ...choice.sampler, filter: choice.filter, seed, n, repeats });
  if (draws.length === 0) throw new DrillError("TASK_UNKNOWN", "no task fits the filter");
  context.service.expect(draws);
  if (mayKnowAnswers(context)) return { draws: [...draws], cursor, seed: used };
  const { seal, sealId } = context.taskSeal;
  return { draws: draws.map((draw) => ({ ...draw, taskUri: seal(draw.taskUri), groupId: sealId(draw.groupId) })), cursor, seed: used };
};

/** Maximum number of draws of a reply, well below the message limit. */
const DRAWS_MAX = 40_000;

/** Rejects a caller who lacks the scope of one of a filter's splits. @throws DrillError SCOPE_MISSING */
export const requireSplits = (context: CallContext, { splits = [] }: TaskFilter): void => {
  for (const split of splits) requireScope(context, split, `split ${split}`);
};

const readPageToken = (token: string | undefined, digest: string): number => {
  if (token === undefined) return 0;
  const [start, mark] = token.split("@");
  if (/^\d+$/.test(start ?? "") && mark === digest.slice(-16)) return Number(start);
  const description = `is ${JSON.stringify(token)}; give next_page_token of a reply from the same catalogue`;
  throw new DrillError("FIELD_INVALID", `page_token ${description}`, { violations: [{ field: "page_token", description }] });
};
