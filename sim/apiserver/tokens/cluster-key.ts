import { encodeBase64Url } from "#core/base64.ts";
import { hashText } from "#core/digest.ts";
import type { World } from "../../kernel/world.ts";
import { getObject } from "../store.ts";

/** The public key by which the tokens of service accounts are checked, as it is announced. */
export interface ClusterKey {
  readonly use: "sig";
  readonly kty: "RSA";
  readonly kid: string;
  readonly alg: "RS256";
  readonly n: string;
  readonly e: "AQAB";
}

/** The cluster's own key: it looks like one, and nobody can compute with it. */
export const clusterKey = (world: World): ClusterKey => ({
  use: "sig",
  kty: "RSA",
  kid: keyId(world),
  alg: "RS256",
  n: clusterBytes(world, "modulus", KEY_BYTES),
  e: "AQAB",
});

/** The name of that key, which tokens carry. */
export const keyId = (world: World): string => clusterBytes(world, "key id", 32);

/** The signature of a text by that key: made of the text's hash, as a real one is, so that a long text is gone through once. */
export const signText = (world: World, text: string): string =>
  clusterBytes(world, `signature ${encodeBase64Url(hashText(text))}`, KEY_BYTES);

const KEY_BYTES = 256;

/** Bytes that follow from what makes this cluster another one than all others, and that stay when it is copied. */
const clusterBytes = (world: World, purpose: string, count: number): string => {
  const uid = getObject(world, "namespaces", undefined, "kube-system")?.metadata.uid ?? "";
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += 32) bytes.set(hashText(`${uid} ${at} ${purpose}`).subarray(0, count - at), at);
  return encodeBase64Url(bytes);
};
