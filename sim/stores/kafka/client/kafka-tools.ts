import type { Applet } from "../../../shell/interpreter/applet-call.ts";
import { configs } from "./tools/configs.ts";
import { consumer } from "./tools/console-consumer.ts";
import { producer } from "./tools/console-producer.ts";
import { groups } from "./tools/consumer-groups.ts";
import { topics } from "./tools/topics.ts";

/** Command-line tools of the broker. */
export const KAFKA_TOOLS: Readonly<Record<string, Applet>> = {
  "kafka-topics.sh": topics,
  "kafka-consumer-groups.sh": groups,
  "kafka-console-producer.sh": producer,
  "kafka-console-consumer.sh": consumer,
  "kafka-configs.sh": configs,
};
