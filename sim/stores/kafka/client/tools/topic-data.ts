import { digestText } from "#core/digest.ts";
import { type KafkaData, type KafkaTopic, newTopic } from "../../server/kafka-data.ts";
import type { KafkaLink } from "../kafka-link.ts";

/** The data with a topic made, changed or dropped. */
export const withTopic = (data: KafkaData, name: string, topic: KafkaTopic | undefined): KafkaData => {
  const { [name]: _before, ...others } = data.topics;
  return { ...data, topics: topic === undefined ? others : { ...others, [name]: topic } };
};

/** A topic of a name; one that is not there is made where the broker may. */
export const topicFor = (link: Pick<KafkaLink, "state" | "data">, name: string, nowMs: number): KafkaTopic | undefined => {
  const known = link.data.topics[name];
  if (known !== undefined || link.state.settings["auto.create.topics.enable"] === "false") return known;
  return newTopic(
    digestText(`kafka/${link.data.clusterId}/${name}/${nowMs}`).slice(7, 29),
    Number(link.state.settings["num.partitions"] ?? "1"),
    {},
  );
};
