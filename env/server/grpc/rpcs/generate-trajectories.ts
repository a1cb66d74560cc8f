import { once } from "node:events";
import type { ServerWritableStream } from "@grpc/grpc-js";
import { DrillError } from "#core/drill-error.ts";
import type { GenerateTrajectoriesRequest__Output } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesRequest.ts";
import type { GenerateTrajectoriesResponse } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesResponse.ts";
import type { DatasetRow } from "../../datasets/dataset-maker.ts";
import { admitCall, admitDraw } from "../admit-request.ts";
import { readDataset } from "../read-dataset.ts";
import { REQUEST_BOUNDS } from "../request-bounds.ts";
import { admitCaller, type CallContext, type RpcContext, reportUnexpected } from "../unary.ts";

type GenerateCall = ServerWritableStream<GenerateTrajectoriesRequest__Output, GenerateTrajectoriesResponse>;

/** Creates the handler of GenerateTrajectories, which bounds how many streams there are at once. */
export const createGenerator = (rpc: RpcContext): ((call: GenerateCall) => void) => {
  let streams = 0;
  const serve = async (call: GenerateCall): Promise<void> => {
    if (streams >= REQUEST_BOUNDS.datasetsAtOnce)
      throw new DrillError("QUEUE_FULL", `${streams} datasets are being generated`, { retryAfterMs: RETRY_AFTER_MS });
    streams += 1;
    try {
      const { scopes } = admitCaller(rpc, call);
      admitCall({ scopes }, "GenerateTrajectories", call.request);
      await generate({ ...rpc, scopes }, call);
    } finally {
      streams -= 1;
    }
  };
  return (call) =>
    void serve(call).then(
      () => call.end(),
      (cause) => {
        const error = rpc.errors.toServiceError(reportUnexpected(rpc, cause, "GenerateTrajectories"));
        if (!call.cancelled) call.emit("error", error);
      },
    );
};

const RETRY_AFTER_MS = 10_000;

const generate = async (context: CallContext, call: GenerateCall): Promise<void> => {
  const { datasets } = context;
  if (datasets === undefined) throw new DrillError("CAPABILITY_MISSING", "this server generates no datasets");
  const order = readDataset(call.request, datasets);
  admitDraw(context, order.choice);
  const gone = new AbortController();
  call.once("cancelled", () => gone.abort());
  await datasets.generate(order, (row) => send(call, row, gone.signal), gone.signal);
};

/** Sends a row; resolves when the caller keeps up, or is gone. */
const send = async (call: GenerateCall, { json, split, nextOffset }: DatasetRow, signal: AbortSignal): Promise<void> => {
  if (signal.aborted || call.write({ rowJson: json, split, ...(nextOffset === undefined ? {} : { nextOffset }) })) return;
  await once(call, "drain", { signal }).catch(() => undefined);
};
