import { expect, test } from "vitest";
import type { ServiceAccount } from "#kube/types/cluster.ts";
import { putObject } from "../../store/store.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { ISSUER, issueToken } from "./account-token.ts";

const ACCOUNT: ServiceAccount = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot", namespace: "shop", uid: "u-1" } };

const parts = (token: string): { readonly head: unknown; readonly claims: Record<string, unknown>; readonly signature: Buffer } => {
  const [head = "", claims = "", signature = ""] = token.split(".").map((part) => Buffer.from(part, "base64url"));
  return { head: JSON.parse(`${head}`), claims: JSON.parse(`${claims}`), signature: Buffer.from(signature) };
};

test("a token tells whose it is, for whom, and until when", () => {
  const { world } = createTestWorld();
  const { head, claims, signature } = parts(issueToken(world, { account: ACCOUNT, audiences: ["me"], expirationSeconds: 600 }));
  expect(head).toMatchObject({ alg: "RS256" });
  expect(Object.keys(claims)).toEqual(["aud", "exp", "iat", "iss", "jti", "kubernetes.io", "nbf", "sub"]);
  expect(claims).toMatchObject({ aud: ["me"], iss: ISSUER, sub: "system:serviceaccount:shop:robot" });
  expect((claims["exp"] as number) - (claims["iat"] as number)).toBe(600);
  expect(claims["kubernetes.io"]).toEqual({ namespace: "shop", serviceaccount: { name: "robot", uid: "u-1" } });
  expect(signature).toHaveLength(256);
});

test("a pod's token for the API server warns after an hour and lasts a year", () => {
  const { world } = createTestWorld();
  putObject(world, "pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", uid: "p-1" },
    spec: { containers: [], nodeName: "n" },
  } as never);
  const bound = { kind: "Pod", name: "web", uid: "p-1" } as const;
  const { claims } = parts(issueToken(world, { account: ACCOUNT, audiences: [ISSUER], expirationSeconds: 3607, bound }));
  const issued = claims["iat"] as number;
  expect((claims["exp"] as number) - issued).toBe(365 * 24 * 3600);
  expect(claims["kubernetes.io"]).toMatchObject({ node: { name: "n" }, pod: { name: "web", uid: "p-1" }, warnafter: issued + 3607 });
});
