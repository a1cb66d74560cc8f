import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-kafka-queue",
  version: 1,
  title: "A feature flag floods a topic and slows its reader",
  words,
  flag: "kafkaQueueProblems",
  variants: ["on"],
  visible: false,
  symptoms: (namespace) => [isMeasured("a-reader-falls-behind", `max(kafka_consumergroup_lag{namespace="${namespace}"}) > 500`)],
});
