import type { StoreCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";

/** A command sent to a program's store. */
export interface StoreRequest {
  readonly app: AppProgram;
  readonly call: Pick<StoreCall, "command" | "failed">;
  /** Requests for each call. */
  readonly rate: number;
}
