import { setTimeout as sleep } from "node:timers/promises";
import type { AppProgram } from "#sim/processes/app-program.ts";
import type { Stage } from "../network/create-network.ts";
import { runtimeOf } from "./app-runtime.ts";
import { createBrokerClient } from "./broker-client.ts";

/** Reads the messages of a program's topic or queue, and does its operation for each. */
export const keepConsuming = async (stage: Stage, app: AppProgram): Promise<void> => {
  const { consumes, log } = app.behaviour;
  if (consumes === undefined) return;
  const { product, topic, group, operation } = consumes;
  const { perform, failed } = runtimeOf(stage, app);
  const ask = createBrokerClient(stage, app, consumes);
  for (;;) {
    const polled = await ask({ op: "poll", topic, group });
    if ("failure" in polled)
      failed(
        `poll ${polled.failure.text}`,
        log.callFailed.publish.replace("{error}", () => polled.failure.text),
      );
    else for (let left = Number(polled.answer["count"]); left > 0; left--) await perform(operation);
    await sleep("failure" in polled ? RECONNECT_MS[product] : POLL_MS);
  }
};

const POLL_MS = 1000;

/** Time between attempts to connect, ms. */
const RECONNECT_MS = { kafka: 1000, rabbitmq: 5000 } as const;
