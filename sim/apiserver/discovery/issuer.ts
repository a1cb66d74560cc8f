import { BASE64_URL_SIGNS } from "#core/base64.ts";
import { digestText } from "#core/digest.ts";
import type { Endpoints } from "#kube/types/network.ts";
import type { World } from "../../kernel/world.ts";
import { getObject } from "../store.ts";

/** Host and port at which the API server says that it can be reached. */
export const serverAddress = (world: World): string => {
  const [subset] = getObject<Endpoints>(world, "endpoints", "default", "kubernetes")?.subsets ?? [];
  return `${subset?.addresses?.[0]?.ip ?? "10.96.0.1"}:${subset?.ports?.[0]?.port ?? 443}`;
};

/** What those who check tokens of service accounts are told: who issues them, and by which key. Undefined for other paths. */
export const answerIssuer = (world: World, path: string): unknown => {
  if (path === "/openid/v1/jwks") return { keys: [keyOf(world)] };
  if (path !== "/.well-known/openid-configuration") return undefined;
  return {
    issuer: "https://kubernetes.default.svc.cluster.local",
    jwks_uri: `https://${serverAddress(world)}/openid/v1/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
};

const MODULUS_SIGNS = 342;
const ID_SIGNS = 43;

/** A key of the cluster's own; nothing is signed with it. */
const keyOf = (world: World): unknown => {
  const signs = (name: string, count: number): string => {
    const hex = Array.from({ length: Math.ceil(count / 32) }, (_, i) => digestText(`${world.seed} ${name} ${i}`).slice(7)).join("");
    return Array.from({ length: count }, (_, i) => BASE64_URL_SIGNS[Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16) & 63]).join("");
  };
  return { use: "sig", kty: "RSA", kid: signs("key id", ID_SIGNS), alg: "RS256", n: signs("modulus", MODULUS_SIGNS), e: "AQAB" };
};
