import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { fillTemplate } from "#sim/programs/behaviour/fill-template.ts";
import { type KnownAddress, knownAddresses, serviceName } from "#sim/programs/behaviour/registration.ts";
import { addressOf, amountOf, attemptsOf, settingOf } from "#sim/programs/behaviour/settings.ts";
import { CUT_OFF, DEADLINE, noAddresses } from "#sim/programs/languages/go/grpc-client.ts";
import type { Stage } from "../network/create-network.ts";
import { createGrpcChannels, type GrpcChannels } from "./grpc-channels.ts";
import type { Meter } from "./meter.ts";
import type { SpanContext } from "./tracer.ts";

/** Makes a call of another program of the application, with the caller's patience; gives the last attempt's error. */
export type CallService = (call: ServiceCall, span: SpanContext) => Promise<string | undefined>;

export interface CallTools {
  readonly app: AppProgram;
  readonly meter: Meter;
  /** Takes down a failure in the program's log. */
  readonly failed: (kind: string, message: string) => void;
}

export const createServiceCalls = (stage: Stage, { app, meter, failed }: CallTools): CallService => {
  const channels = createGrpcChannels();
  const attempt = async (call: ServiceCall, span: SpanContext, timeoutMs: number | undefined): Promise<string | undefined> => {
    const asked = callOnce(channels, addressesOf(stage, app, call), { call, service: serviceName(app, call.to), span });
    return timeoutMs === undefined ? await asked : await Promise.race([asked, sleep(timeoutMs, DEADLINE, { ref: false })]);
  };
  return async (call, span) => {
    const amount = (value: number | string | undefined, missing: number) =>
      value === undefined ? missing : amountOf(stage.process, value);
    const timeoutMs = call.timeoutMs === undefined ? undefined : amount(call.timeoutMs, 0);
    for (let left = attemptsOf(stage.process, call); ; left--) {
      meter.count(`${call.to}/requests`);
      const error = await attempt(call, span, timeoutMs);
      if (error === undefined) {
        meter.count(`${call.to}/successes`);
        return undefined;
      }
      if (error === DEADLINE) meter.count(`${call.to}/timeouts`);
      failed(`${call.operation} ${error}`, failureText(app, call, error));
      if (left <= 1) {
        meter.count(`${call.to}/errors`);
        return call.onError === "degrade" ? undefined : error;
      }
      await sleep(amount(call.backoffMs, 0) * (0.8 + 0.4 * Math.random()));
    }
  };
};

const failureText = ({ behaviour }: AppProgram, { kind, operation }: ServiceCall, error: string): string =>
  fillTemplate(behaviour.log.callFailed[kind], (name) => (name === "operation" ? operation : name === "error" ? error : undefined));

/** Addresses of the callee: those that the registry gave, or the one in a setting. */
const addressesOf = ({ world, process }: Stage, app: AppProgram, { to, address }: ServiceCall): readonly KnownAddress[] => {
  if (address === undefined) return knownAddresses(world, process, serviceName(app, to));
  if (settingOf(process, address) === "") return [];
  const { host, port } = addressOf(process, address, 80);
  return [{ address: host, port }];
};

const callOnce = async (
  channels: GrpcChannels,
  addresses: readonly KnownAddress[],
  { call, service, span }: { readonly call: ServiceCall; readonly service: string; readonly span: SpanContext },
): Promise<string | undefined> => {
  if (addresses.length === 0) return noAddresses(service);
  const client = await channels.pick(addresses);
  if (typeof client === "string") return client;
  const answer = await client.ask({ service: call.to, method: call.operation, span }, CALL_MAX_MS);
  if (answer === undefined) return CUT_OFF;
  return answer["ok"] === true ? undefined : `${answer["error"]}`;
};

/** The code sets no deadline; nothing is waited for longer than this. */
const CALL_MAX_MS = 120_000;
