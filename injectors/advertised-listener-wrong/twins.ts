import { configMapsBeside, shuffledStores } from "../config-maps-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Settings of brokers that do not run here, with addresses that nobody has. */
export const twins: DrawTwins = (rng, baseline) =>
  configMapsBeside(rng, baseline, shuffledStores(rng, baseline), (own, { name }) => {
    const host = own.pick(["localhost", `${name}-broker`, `${name}-old`, "broker.example.com"]);
    return {
      ending: own.stream("ending").pick(ENDINGS),
      data: { KAFKA_LISTENERS: "PLAINTEXT://0.0.0.0:9092", KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${host}:9092` },
    };
  });

const ENDINGS: readonly string[] = ["broker-env", "listeners", "events-broker", "stream-env"];
