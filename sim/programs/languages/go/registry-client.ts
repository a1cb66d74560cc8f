import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import { dialError } from "./dial-error.ts";

/** Error of a registration with an agent that cannot be reached, or that is none. */
export const describeRegistryFailure = (host: string, port: number, outcome: ConnectionOutcome): string => {
  const why = outcome.kind === "connected" ? "Unexpected response code: 404 (404 page not found)" : dialError(outcome);
  return `Put "http://${host}:${port}/v1/agent/service/register": ${why}`;
};
