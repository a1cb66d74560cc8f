import { fromBytes } from "#shell/machine/bytes.ts";
import { appendRecords, type KafkaRecord } from "../../server/kafka-data.ts";
import { warn } from "../kafka-link.ts";
import { kafkaTool } from "./kafka-tool.ts";
import { firstValue } from "./options.ts";
import { topicFor, withTopic } from "./topic-data.ts";

/** `kafka-console-producer.sh`. */
export const producer = kafkaTool({
  client: "Producer clientId=console-producer",
  gaveUp: "org.apache.kafka.common.errors.TimeoutException: Topic not present in metadata after 60000 ms.",
  known: ["--topic", "--property", "--producer-property", "--request-required-acks", "--sync", "--timeout"],
  run: (call, link, options) =>
    call.withInput((bytes) => {
      const name = firstValue(options, "--topic");
      if (name === undefined) return call.fail('Missing required argument "[topic]"');
      const topic = topicFor(link, name, call.machine.nowMs);
      if (topic === undefined) {
        warn(
          call,
          "WARN",
          `[Producer clientId=console-producer] The metadata response from the cluster reported a recoverable issue with correlation id 2 : {${name}=UNKNOWN_TOPIC_OR_PARTITION} (org.apache.kafka.clients.NetworkClient)`,
        );
        warn(
          call,
          "ERROR",
          `Error when sending message to topic ${name} with key: null, value: 1 bytes with error: (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\norg.apache.kafka.common.errors.TimeoutException: Topic ${name} not present in metadata after 60000 ms.`,
        );
        return 1;
      }
      const properties = options["--property"] ?? [];
      const separator = properties.find((property) => property.startsWith("key.separator="))?.slice(14) ?? "\t";
      const hasKeys = properties.includes("parse.key=true");
      const limit = Number(topic.configs["max.message.bytes"] ?? link.state.settings["message.max.bytes"] ?? "1048588");
      const records: KafkaRecord[] = [];
      for (const line of fromBytes(bytes)
        .split("\n")
        .filter((text, index, all) => index < all.length - 1 || text !== "")) {
        const at = hasKeys ? line.indexOf(separator) : -1;
        if (line.length > limit) {
          warn(
            call,
            "ERROR",
            `Error when sending message to topic ${name} with key: null, value: ${line.length} bytes with error: (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\norg.apache.kafka.common.errors.RecordTooLargeException: The request included a message larger than the max message size the server will accept.`,
          );
          continue;
        }
        records.push({
          key: at < 0 ? undefined : line.slice(0, at),
          value: at < 0 ? line : line.slice(at + separator.length),
          atMs: call.machine.nowMs,
        });
      }
      link.keep(withTopic(link.data, name, appendRecords(topic, records)));
      return 0;
    }),
});
