import type { Endpoints } from "#kube/types/network.ts";
import type { World } from "../../../kernel/world.ts";
import { ISSUER } from "../../policy/tokens/account-token.ts";
import { clusterKey } from "../../policy/tokens/cluster-key.ts";
import { getObject } from "../../store/store.ts";

/** Host and port at which the API server says that it can be reached. */
export const serverAddress = (world: World): string => {
  const [subset] = getObject<Endpoints>(world, "endpoints", "default", "kubernetes")?.subsets ?? [];
  return `${subset?.addresses?.[0]?.ip ?? "10.96.0.1"}:${subset?.ports?.[0]?.port ?? 443}`;
};

/** Answers the discovery of the service account issuer: its OpenID configuration and its public keys. Undefined for other paths. */
export const answerIssuer = (world: World, path: string): unknown => {
  if (path === "/openid/v1/jwks") return { keys: [clusterKey(world)] };
  if (path !== "/.well-known/openid-configuration") return undefined;
  return {
    issuer: ISSUER,
    jwks_uri: `https://${serverAddress(world)}/openid/v1/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
};
