import { encodeBase64Url } from "#core/base64.ts";
import { createRng } from "#core/rng.ts";
import type { World } from "../../../kernel/world.ts";
import { getObject } from "../../store/store.ts";

/** The public key by which the tokens of service accounts are checked, as it is announced. */
export interface ClusterKey {
  readonly use: "sig";
  readonly kty: "RSA";
  readonly kid: string;
  readonly alg: "RS256";
  readonly n: string;
  readonly e: "AQAB";
}

/** Signing key of the cluster: well-formed but without a private part. */
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

/** The signature of a text by that key: follows from all of the text, as a real one does. */
export const signText = (world: World, text: string): string => clusterBytes(world, `signature ${text}`, KEY_BYTES);

const KEY_BYTES = 256;

/**
 * Random bytes that differ between clusters and are equal in copies of one.  Drawn and not hashed: every container that starts is given a
 * token, and nobody can compute with the key anyway.
 */
const clusterBytes = (world: World, purpose: string, count: number): string => {
  const uid = getObject(world, "namespaces", undefined, "kube-system")?.metadata.uid ?? "";
  const rng = createRng(`cluster key/${uid}/${purpose}`);
  return encodeBase64Url(Uint8Array.from({ length: count }, () => rng.uint32() >>> 24));
};
