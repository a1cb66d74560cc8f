import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "astronomy-shop",
  resource: "deployment/kafka",
  params: { target: "deployment/kafka", container: "kafka", variable: "KAFKA_ADVERTISED_LISTENERS", value: "PLAINTEXT://kafka-old:9092" },
  resources: ["deploy/kafka", "service/kafka", "pod/kafka-7d9f8c6b5-x2kqp", "container/kafka", "deployment/astronomy-shop/kafka"],
  otherResources: ["deployment/accounting", "deployment/fraud-detection", "deployment/checkout"],
  texts: [
    "KAFKA_ADVERTISED_LISTENERS of kafka names a wrong host.",
    "kafka advertises the address kafka-old:9092, which does not resolve.",
    "The advertised listener of kafka is wrong.",
    "deployment/kafka advertises a wrong host name to its clients.",
    "accounting bootstraps at kafka and then fails, since kafka advertises an address that nobody can reach.",
    "advertised.listeners of the kafka Deployment is PLAINTEXT://localhost:9092.",
    "The advertised address of kafka is localhost.",
    "kafka has an unresolvable advertised host.",
    "Wrong advertised listeners on kafka: consumers cannot connect to node 1.",
    "Somebody changed KAFKA_ADVERTISED_LISTENERS on kafka to a host that does not exist.",
    "kafka returns an unreachable advertised listener in its metadata.",
    "The metadata of kafka points clients to a wrong broker address.",
    "kafka is advertising itself under a name that is not in DNS.",
  ],
  types: [
    "advertised-address",
    "advertised-listener-wrong",
    "advertised listener",
    "wrong advertised listeners",
    "advertised.listeners",
    "kafka advertised listeners",
    "wrong advertised address",
    "advertised host wrong",
  ],
} satisfies FaultTexts;
