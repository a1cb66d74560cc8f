import type { KeyValueCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { clientWords } from "../../programs/languages/languages.ts";
import { refuseStranger } from "../../stores/redis/server/refuse-stranger.ts";
import type { Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, inSequence, succeeds } from "./outcome.ts";

/** A command sent to a Redis, without a password. */
export const askKeyValues = (
  world: World,
  process: Process,
  app: AppProgram,
  { address, command, failed }: Pick<KeyValueCall, "address" | "command" | "failed">,
): Leg => {
  const keyValues = clientWords(app, "keyValues");
  const { host, port } = addressOf(process, address, DEFAULT_PORTS.redis);
  const leg = {
    to: host,
    operation: command,
    protocol: "redis" as const,
    rate: 1,
    message: failed ?? app.behaviour.log.callFailed["key-value"],
  };
  const reached = reach(world, process, host, port, "redis");
  if (reached.kind === "failed") {
    const { cause, message, afterMs } = keyValues.describe(reached.outcome, { host, port });
    return { ...leg, outcome: fails(cause, message, afterMs) };
  }
  const { server } = reached;
  const refused = refuseStranger(world, server, command);
  const outcome =
    refused === undefined
      ? inSequence(succeeds(hop(world, process, server)), succeeds(REDIS_TIME))
      : fails("unauthorized", keyValues.refused(refused), 1);
  return { ...leg, to: componentOf(server.start.pod), server, outcome };
};

const REDIS_TIME = lognormal(0.15, 1);
