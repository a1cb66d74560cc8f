import { randomBytes } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import type { Draw } from "#proto/gen/kubedrill/v1/Draw.ts";
import type { ListTasksResponse } from "#proto/gen/kubedrill/v1/ListTasksResponse.ts";
import type { SampleTasksResponse } from "#proto/gen/kubedrill/v1/SampleTasksResponse.ts";
import type { SampleReply, SampleRequest, TaskDraw } from "../../../catalogue/catalogue-protocol.ts";
import type { TaskChoice } from "../../episodes/episode-orders.ts";
import { knowsSplits } from "../../trust/scopes.ts";
import { admitDraw, reply } from "../admit-request.ts";
import { withoutAnswers } from "../guard-replies.ts";
import { nextTurn } from "../next-turn.ts";
import { REQUEST_BOUNDS } from "../request-bounds.ts";
import type { CallContext } from "../unary.ts";
import { writeTask } from "../write-replies.ts";

/** Handles ListTasks. */
export const listTasks = async (context: CallContext, message: object): Promise<ListTasksResponse> => {
  const { filter, pageSize, pageToken } = context.read.listTasks(message);
  admitDraw(context, { kind: "draw", filter, sampler: { kind: "BALANCED", weights: {} } });
  const tasks = context.catalogue.list(filter);
  await nextTurn();
  const start = readPageToken(pageToken, context.catalogue.digest);
  const end = start + pageSize;
  return {
    tasks: tasks.slice(start, end).map((task) => reply(context, task.split, "Task", writeTask(task))),
    nextPageToken: end < tasks.length ? `${end}@${context.catalogue.digest.slice(-16)}` : "",
    total: tasks.length,
    catalogueDigest: context.catalogue.digest,
  };
};

/** Handles SampleTasks. */
export const sampleTasks = async (context: CallContext, message: object): Promise<SampleTasksResponse> => {
  const { choice, n, repeats } = context.read.sampleTasks(message);
  admitDraw(context, choice);
  if (n * repeats > DRAWS_MAX) {
    const description = `times repeats is ${n * repeats}; the most is ${DRAWS_MAX}`;
    throw new DrillError("FIELD_INVALID", `n ${description}`, { violations: [{ field: "n", description }] });
  }
  const seed = choice.sampler.seed ?? randomBytes(8).readBigUInt64BE().toString();
  const { filter, sampler } = keyDraw(context, { ...choice, sampler: { ...choice.sampler, seed } }, seed);
  const request = { ...sampler, filter, seed: sampler.seed ?? seed, n, repeats };
  const draws: Draw[] = [];
  let cursor = "";
  for await (const slice of sampleInSlices(context, request)) {
    draws.push(...tellDraws(context, filter.splits, slice.draws));
    cursor = slice.cursor;
  }
  if (draws.length === 0) throw new DrillError("TASK_UNKNOWN", "no task fits the filter");
  return { draws, cursor, seed };
};

/** Draws some at a time, so that other calls are answered in between; what is drawn is announced to the worlds. */
async function* sampleInSlices({ catalogue, service }: CallContext, request: SampleRequest): AsyncGenerator<SampleReply> {
  const size = Math.max(1, Math.floor(SLICE_DRAWS / request.repeats));
  let from = request;
  for (let left = request.n; left > 0; left -= size) {
    const slice = catalogue.sample({ ...from, n: Math.min(size, left) });
    service.expect(slice.draws);
    yield slice;
    if (slice.draws.length === 0) return;
    from = { ...from, cursor: slice.cursor };
    if (left > size) await nextTurn();
  }
}

/** Maximum number of draws of a reply with repeats, which is written in one turn. */
const DRAWS_MAX = REQUEST_BOUNDS.drawsPerCall;

/** Draws between two turns of other calls, some milliseconds of work. */
const SLICE_DRAWS = 200;

const tellDraws = (context: CallContext, splits: readonly string[] | undefined, draws: readonly TaskDraw[]): readonly Draw[] => {
  if (knowsSplits(context.scopes, splits)) return draws;
  const { seal, sealId } = context.taskSeal;
  const byGroup = new Map(draws.map((draw) => [draw.groupId, draw])); // once for all repeats
  const names = new Map([...byGroup].map(([id, { taskUri }]) => [id, { taskUri: seal(taskUri, id), groupId: sealId(id) }]));
  return draws.map((draw) => withoutAnswers("Draw", { ...draw, ...names.get(draw.groupId) }));
};

type DrawChoice = Extract<TaskChoice, { kind: "draw" }>;

/** Returns a draw whose seed is a secret of this server for who may not know the tasks: who has a copy of this program could make it there. */
export const keyDraw = ({ scopes, taskSeal }: CallContext, draw: DrawChoice, seed: string): DrawChoice => {
  const { filter, sampler } = draw;
  if (knowsSplits(scopes, filter.splits)) return draw;
  return { ...draw, sampler: { ...sampler, seed: taskSeal.drawSeed([sampler.seed ?? seed, sampler.kind, filter]) } };
};

const readPageToken = (token: string | undefined, digest: string): number => {
  if (token === undefined) return 0;
  const [start, mark] = token.split("@");
  if (/^\d+$/.test(start ?? "") && mark === digest.slice(-16)) return Number(start);
  const description = `is ${JSON.stringify(token)}; give next_page_token of a reply from the same catalogue`;
  throw new DrillError("FIELD_INVALID", `page_token ${description}`, { violations: [{ field: "page_token", description }] });
};
