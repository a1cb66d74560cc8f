import { encodeBase64Url } from "#core/base64.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import type { ServiceAccount } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { drawUid } from "../../store/identifiers.ts";
import { getObject } from "../../store/store.ts";
import { keyId, signText } from "./cluster-key.ts";

/** Issuer of service account tokens; their audience, too, when a request names none. */
export const ISSUER = "https://kubernetes.default.svc.cluster.local";

export interface TokenWish {
  readonly account: ServiceAccount;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** Object that the token is bound to, and with which it becomes invalid. */
  readonly bound?: BoundObject | undefined;
}

export interface BoundObject {
  readonly kind: "Node" | "Pod" | "Secret";
  readonly name: string;
  readonly uid: string;
}

/** A service account's token from now on: three parts of a JSON web token, its claims in the order of the server. */
export const issueToken = (world: World, { account, audiences, expirationSeconds, bound }: TokenWish): string => {
  const issuedAt = Math.floor(world.nowMs() / 1000);
  const { name, uid, namespace = "" } = account.metadata;
  const isExtended = bound?.kind === "Pod" && expirationSeconds === EXTENDED_FROM_SECONDS && audiences.every((one) => one === ISSUER);
  const claims = {
    aud: audiences,
    exp: issuedAt + (isExtended ? EXTENDED_SECONDS : expirationSeconds),
    iat: issuedAt,
    iss: ISSUER,
    jti: drawUid(world, "tokens", namespace, `${name}/${bound?.uid ?? ""}/${audiences.join()}`),
    "kubernetes.io": {
      namespace,
      ...boundClaims(world, namespace, bound),
      serviceaccount: { name, uid },
      ...(isExtended && { warnafter: issuedAt + expirationSeconds }),
    },
    nbf: issuedAt,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  const signed = `${encodePart({ alg: "RS256", kid: keyId(world) })}.${encodePart(claims)}`;
  return `${signed}.${signText(world, signed)}`;
};

const encodePart = (part: object): string => encodeBase64Url(encodeUtf8(JSON.stringify(part)));

/** Lifetime that tokens of pods ask for, and the one that they get, so that clients which never reload them keep working, s. */
const EXTENDED_FROM_SECONDS = 3607;
const EXTENDED_SECONDS = 365 * 24 * 60 * 60;

/** A pod's token names its node too. */
const boundClaims = (world: World, namespace: string, bound: BoundObject | undefined): object => {
  if (bound === undefined) return {};
  const { kind, name, uid } = bound;
  const nodeName = kind === "Pod" ? getObject<Pod>(world, "pods", namespace, name)?.spec.nodeName : undefined;
  const nodeUid = nodeName === undefined ? undefined : getObject(world, "nodes", undefined, nodeName)?.metadata.uid;
  const node = nodeName === undefined ? {} : { node: { name: nodeName, ...(nodeUid && { uid: nodeUid }) } };
  return { ...node, [kind.toLowerCase()]: { name, uid } };
};
