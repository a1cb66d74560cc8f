import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import type { World } from "../kernel/world.ts";
import { answerTelemetry } from "./answer-telemetry.ts";
import { createWorldTelemetry } from "./world-telemetry.ts";

/**
 * Answers a GET on one of the telemetry HTTP APIs of a world.
 *
 * Everything is derived from the world's histories: a query draws nothing and changes no later answer.
 */
export const queryTelemetry = (world: World, request: TelemetryRequest): TelemetryResponse =>
  answerTelemetry(createWorldTelemetry(world), request);
