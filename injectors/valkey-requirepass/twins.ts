import { configMapsBeside } from "../config-maps-beside.ts";
import { isRedisImage } from "../redis-image.ts";
import { storesBeside } from "../stores-beside.ts";
import type { DrawTwins } from "../twin.ts";
import { drawPassword } from "./password.ts";

/** Configurations of servers with and without a password, which no server reads, and servers with one that never started. */
export const twins: DrawTwins = (rng, baseline) => {
  const keepers = baseline.app.components.filter(({ role }) => role === "store" || role === "cache");
  const configurations = configMapsBeside(rng, baseline, rng.stream("keepers").shuffle(keepers), (own) => {
    const line = own.pick(["requirepass changeme", "requirepass draft-only", "# requirepass foobared", "protected-mode yes"]);
    return { ending: own.stream("ending").pick(ENDINGS), data: { "redis.conf": `port 6379\n${line}\nmaxmemory-policy noeviction\n` } };
  });
  const servers = storesBeside(
    rng,
    baseline,
    ({ image = "" }) => isRedisImage(image),
    (own, args) => [...args, "--requirepass", drawPassword(own)],
  );
  return [...configurations, ...servers];
};

const ENDINGS: readonly string[] = ["hardened", "redis-conf", "auth-draft", "secured"];
