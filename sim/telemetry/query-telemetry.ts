import type { TelemetryRequest, TelemetryResponse } from "#kube/telemetry-port.ts";
import type { World } from "../kernel/world.ts";
import { answerJaeger } from "./jaeger-api.ts";
import { answerLoki } from "./loki-api.ts";
import { answerPrometheus } from "./prometheus-api.ts";

/**
 * Answers a GET on one of the telemetry HTTP APIs as the real program would.
 *
 * Everything is derived from the world's histories: a query draws nothing and changes no later answer.
 */
export const queryTelemetry = (world: World, { api, path, params }: TelemetryRequest): TelemetryResponse =>
  ANSWERS[api](world, path, params);

const ANSWERS: Readonly<
  Record<TelemetryRequest["api"], (world: World, path: string, params: TelemetryRequest["params"]) => TelemetryResponse>
> = {
  prometheus: answerPrometheus,
  loki: answerLoki,
  jaeger: answerJaeger,
};
