import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { fillTemplate } from "#sim/programs/behaviour/fill-template.ts";
import { type KnownAddress, knownAddresses, serviceName } from "#sim/programs/behaviour/registration.ts";
import { addressOf, amountOf, attemptsOf, settingOf } from "#sim/programs/behaviour/settings.ts";
import type { CallWords, Target } from "#sim/programs/languages/language.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { answered, type Failure } from "./failure.ts";
import { callHttp } from "./http-calls.ts";
import type { Meter } from "./meter.ts";
import { CALL_MAX_MS, type OutgoingCall, unconnected } from "./outgoing-call.ts";
import { createRpcChannels, isClient, type RpcChannels } from "./rpc-channels.ts";
import { callRpc } from "./rpc-protocol.ts";
import type { SpanContext } from "./tracer.ts";

/** Makes a call of another program of the application, with the caller's patience; gives the last attempt's failure. */
export type CallService = (call: ServiceCall, span: SpanContext) => Promise<Failure | undefined>;

export interface CallTools {
  readonly app: AppProgram;
  readonly meter: Meter;
  /** Takes down a failure in the program's log. */
  readonly failed: (kind: string, message: string) => void;
}

export const createServiceCalls = (stage: Stage, { app, meter, failed }: CallTools): CallService => {
  const channels = { grpc: createRpcChannels("grpc"), thrift: createRpcChannels("thrift") };
  const attempt = async (call: ServiceCall, span: SpanContext, words: CallWords): Promise<Failure | undefined> => {
    const addresses = addressesOf(stage, app, call);
    if (addresses.length === 0) return { text: words.noAddresses(serviceName(app, call.to)), cause: "no-addresses" };
    const outgoing: OutgoingCall = { app, call, span, words, addresses, target: targetOf(stage, call) };
    const asked = call.kind === "http" ? callHttp(outgoing) : callByChannel(channels[call.kind], outgoing);
    if (call.timeoutMs === undefined) return await asked;
    const late: Failure = { text: words.deadline, cause: "timed-out" };
    return await Promise.race([asked, sleep(amountOf(stage.process, call.timeoutMs), late, { ref: false })]);
  };
  return async (call, span) => {
    const words = wordsOf(app, call);
    const backoffMs = call.backoffMs === undefined ? 0 : amountOf(stage.process, call.backoffMs);
    for (let left = attemptsOf(stage.process, call); ; left--) {
      meter.count(`${call.to}/requests`);
      const failure = await attempt(call, span, words);
      if (failure === undefined) {
        meter.count(`${call.to}/successes`);
        return undefined;
      }
      if (failure.text === words.deadline) meter.count(`${call.to}/timeouts`);
      failed(`${call.operation} ${failure.text}`, failureText(app, call, failure.text));
      if (left <= 1) {
        meter.count(`${call.to}/errors`);
        return call.onError === "degrade" ? undefined : { ...failure, text: words.passUp(failure.text) };
      }
      await sleep(backoffMs * (0.8 + 0.4 * Math.random()));
    }
  };
};

const wordsOf = ({ behaviour }: AppProgram, { kind }: ServiceCall): CallWords => {
  const { calls, http } = LANGUAGES[behaviour.language];
  return kind === "http" && http !== undefined ? http : calls;
};

const failureText = ({ behaviour }: AppProgram, { kind, operation, failed }: ServiceCall, error: string): string =>
  fillTemplate(failed ?? behaviour.log.callFailed[kind], (name) =>
    name === "operation" ? operation : name === "error" ? error : undefined,
  );

/** Addresses of the callee: those that the registry gave, or the one in a setting. */
const addressesOf = ({ world, process }: Stage, app: AppProgram, { to, address }: ServiceCall): readonly KnownAddress[] => {
  if (address === undefined) return knownAddresses(world, process, serviceName(app, to));
  if (settingOf(process, address) === "") return [];
  const { host, port } = addressOf(process, address, 80);
  return [{ address: host, port }];
};

const targetOf = ({ process }: Stage, { to, address }: ServiceCall): Target =>
  address === undefined ? { host: to, port: 0 } : addressOf(process, address, 80);

const callByChannel = async (
  channels: RpcChannels,
  { call, span, words, addresses, target }: OutgoingCall,
): Promise<Failure | undefined> => {
  const client = await channels.pick(addresses, words.dialTimeoutMs);
  if (!isClient(client)) return unconnected(words, client, target);
  const answer = await callRpc(client, { service: call.to, method: call.operation, span }, CALL_MAX_MS);
  if (answer === undefined) return { text: words.cutOff, cause: "reset" };
  if (answer.kind === "unknown-service") return { text: words.unknownService(call.to), cause: "unimplemented" };
  return answer.kind === "done" ? undefined : answered(words.receive?.(answer.error) ?? answer.error);
};
