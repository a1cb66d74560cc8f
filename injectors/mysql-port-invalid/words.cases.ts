import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "train-ticket",
  resource: "secret/ts-order-mysql",
  params: {
    secret: "secret/ts-order-mysql",
    consumer: "deployment/ts-order-service",
    key: "ORDER_MYSQL_PORT",
    value: "3307",
  },
  resources: [
    "secrets/ts-order-mysql",
    "deployment/ts-order-service",
    "pod/ts-order-service-7d9f8c6b5-x2kqp",
    "container/ts-order-service",
  ],
  otherResources: ["secret/ts-auth-mysql", "statefulset/tsdb-mysql", "service/tsdb-mysql"],
  texts: [
    "Secret ts-order-mysql has a wrong port.",
    "The port in secret/ts-order-mysql is wrong.",
    "secret/ts-order-mysql names port 3307, but MySQL listens on 3306.",
    "The MySQL port in Secret ts-order-mysql was changed to 3307.",
    "ts-order-service crashes because Secret ts-order-mysql has the wrong database port.",
    "ORDER_MYSQL_PORT in secret/ts-order-mysql is 3307 instead of 3306.",
    "Secret ts-order-mysql points to port 3307 of the database.",
    "The database address in Secret ts-order-mysql is wrong.",
    "Wrong port in secret ts-order-mysql.",
    "The database port in secret/ts-order-mysql is invalid.",
    "Secret ts-order-mysql contains the wrong port of the database.",
    "Somebody changed the port in secret/ts-order-mysql.",
    "ts-order-service gets 'Communications link failure' since Secret ts-order-mysql has a wrong port.",
  ],
  types: [
    "db-address",
    "db address",
    "mysql-port-invalid",
    "mysql port wrong",
    "changed mysql port",
    "wrong mysql port",
    "wrong port in secret",
    "wrong database address in secret",
  ],
} satisfies FaultTexts;
