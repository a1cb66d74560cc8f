import { secretsBeside, secretsOfIdle } from "../secret-twins.ts";
import type { DrawTwins } from "../twin.ts";
import { wrongCredential } from "./wrong-credential.ts";

/** Former and planned credentials of components, and trials of components that sign in by others. */
export const twins: DrawTwins = (rng, baseline) => [
  ...secretsBeside(rng, baseline, ["login-old", "login-next", "reader", "rotation"], (own) => ({
    MYSQL_USER: own.pick(["app", "app_old", "report"]),
    MYSQL_PASSWORD: `${own.pick(["changeme", "s3cret", "Pw"])}_${own.int(10, 99)}`,
  })),
  ...secretsOfIdle(rng.stream("idle"), baseline, rng.stream("key").pick([/MYSQL_USER$/, /MYSQL_PASSWORD$/]), wrongCredential),
];
