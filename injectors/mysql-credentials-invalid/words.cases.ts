import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "train-ticket",
  resource: "secret/ts-order-mysql",
  params: {
    secret: "secret/ts-order-mysql",
    consumer: "deployment/ts-order-service",
    key: "ORDER_MYSQL_PASSWORD",
    value: "Ts_123456_old",
  },
  resources: [
    "secrets/ts-order-mysql",
    "deployment/ts-order-service",
    "pod/ts-order-service-7d9f8c6b5-x2kqp",
    "container/ts-order-service",
  ],
  otherResources: ["secret/ts-auth-mysql", "statefulset/tsdb-mysql", "deployment/ts-auth-service"],
  texts: [
    "Secret ts-order-mysql has a wrong password.",
    "The password in secret/ts-order-mysql is wrong.",
    "secret/ts-order-mysql holds invalid credentials, so ts-order-service cannot log in.",
    "The MySQL password in Secret ts-order-mysql was changed.",
    "ts-order-service crashes because Secret ts-order-mysql has the wrong database password.",
    "ORDER_MYSQL_PASSWORD in secret/ts-order-mysql is wrong.",
    "Secret ts-order-mysql carries wrong database credentials.",
    "The credentials in Secret ts-order-mysql are invalid, MySQL denies access.",
    "Wrong password in secret ts-order-mysql.",
    "The user name in secret/ts-order-mysql is wrong, so MySQL says 'Access denied'.",
    "Secret ts-order-mysql contains an outdated password.",
    "The database credentials in Secret ts-order-mysql are wrong.",
    "Somebody changed the password in secret/ts-order-mysql.",
  ],
  types: [
    "db-credentials",
    "db credentials",
    "mysql-credentials-invalid",
    "database credentials",
    "wrong database password",
    "invalid mysql credentials",
    "wrong password in secret",
    "wrong database credentials",
  ],
} satisfies FaultTexts;
