import type { KubeObject } from "../types/meta.ts";

/** Builds the service account of pods that name none: they get no token, since programs that do not talk to the API server need none. */
export const tokenlessAccount = (namespace: string): KubeObject & { readonly automountServiceAccountToken: boolean } => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "default", namespace },
  automountServiceAccountToken: false,
});
