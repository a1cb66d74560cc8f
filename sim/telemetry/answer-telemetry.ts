import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { answerJaeger } from "./jaeger-api.ts";
import { answerLoki } from "./loki-api.ts";
import { answerPrometheus } from "./prometheus-api.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

/** Answers a GET on one of the telemetry HTTP APIs as the real program would. */
export const answerTelemetry = (source: TelemetrySource, { api, path, params }: TelemetryRequest): TelemetryResponse =>
  ANSWERS[api](source, path, params);

const ANSWERS: Readonly<
  Record<TelemetryRequest["api"], (source: TelemetrySource, path: string, params: TelemetryRequest["params"]) => TelemetryResponse>
> = {
  prometheus: answerPrometheus,
  loki: answerLoki,
  jaeger: answerJaeger,
};
