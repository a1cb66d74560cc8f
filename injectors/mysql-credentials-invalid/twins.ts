import { secretsBeside } from "../secret-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Former and planned credentials of components. */
export const twins: DrawTwins = (rng, baseline) =>
  secretsBeside(rng, baseline, ["login-old", "login-next", "reader", "rotation"], (own) => ({
    MYSQL_USER: own.pick(["app", "app_old", "report"]),
    MYSQL_PASSWORD: `${own.pick(["changeme", "s3cret", "Pw"])}_${own.int(10, 99)}`,
  }));
