import { callsOf } from "#kube/app/call-graph.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import type { World } from "../kernel/world.ts";
import { reach } from "../network/connections/process-caller.ts";
import type { Process } from "../processes/process.ts";
import { addressOf } from "../programs/behaviour/settings.ts";
import { operationEffects } from "./evaluation/operation-effects.ts";

/** Text that an operation of a program answers now: that of a flag, its own, or that which it passes on; "" where it has none. */
export const answerText = (world: World, process: Process, name: string): string => {
  const operation = process.app?.behaviour.operations[name];
  if (process.app === undefined || operation?.answer === undefined) return "";
  const { answer } = operation;
  if (typeof answer === "string") return operationEffects(world, process, process.app, name).answer ?? answer;
  const call = callsOf(operation).find((one) => isServiceCall(one) && one.to === answer.of);
  if (call === undefined || !isServiceCall(call) || call.address === undefined) return "";
  const { host, port } = addressOf(process, call.address, 0);
  const reached = reach(world, process, host, port, `${call.kind}/${call.to}`);
  return reached.kind === "failed" ? "" : answerText(world, reached.server, call.operation);
};
