import type { RedisState } from "./redis-server-state.ts";

/** Error with which a server refuses whatever changes its data; undefined: it takes it. */
export const refuseWrite = ({ replicaOf, config }: Pick<RedisState, "replicaOf" | "config">): string | undefined => {
  if (replicaOf === "") return wantsReplicas(config) ? "NOREPLICAS Not enough good replicas to write." : undefined;
  return config["replica-read-only"] === "yes" ? "READONLY You can't write against a read only replica." : undefined;
};

/** True where a server takes writes only while replicas follow it closely enough, of which none ever does. */
export const wantsReplicas = (config: RedisState["config"]): boolean =>
  Number(config["min-replicas-to-write"]) > 0 && Number(config["min-replicas-max-lag"]) > 0;
