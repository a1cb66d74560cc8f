import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "train-ticket",
  resource: "statefulset/tsdb-mysql",
  params: { store: "statefulset/tsdb-mysql", container: "tsdb-mysql", index: 1, limit: 10 },
  resources: ["sts/tsdb-mysql", "service/tsdb-mysql", "pod/tsdb-mysql-0", "container/tsdb-mysql"],
  otherResources: ["deployment/ts-order-service", "statefulset/nacosdb-mysql", "deployment/ts-auth-service"],
  texts: [
    "tsdb-mysql allows only 10 connections.",
    "max_connections of tsdb-mysql is 10, too few for its clients.",
    "statefulset/tsdb-mysql was started with --max-connections=10.",
    "tsdb-mysql refuses its clients with 'Too many connections'.",
    "The connection limit of tsdb-mysql is too low.",
    "ts-order-service fails because tsdb-mysql has run out of connections.",
    "tsdb-mysql accepts 10 connections at most.",
    "tsdb-mysql allows too few connections.",
    "The connections of tsdb-mysql are exhausted.",
    "Connection exhaustion on tsdb-mysql.",
    "max-connections was lowered to 10 on tsdb-mysql.",
    "The maximum number of connections of tsdb-mysql is too small.",
    "tsdb-mysql is limited to 10 connections.",
  ],
  types: [
    "connection-limit",
    "connection limit",
    "db-connection-exhaustion",
    "connection exhaustion",
    "too many connections",
    "max_connections too low",
    "too few connections",
    "connection limit too low",
  ],
} satisfies FaultTexts;
