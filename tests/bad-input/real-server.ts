import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { ApiServer } from "./exchange.ts";

/**
 * Returns the real server of KUBEDRILL_TEST_KUBECONFIG, with its administrator's credentials.
 *
 * @throws Error if the variable is not set
 */
export const realServer = (): ApiServer => {
  const path = process.env["KUBEDRILL_TEST_KUBECONFIG"];
  if (path === undefined) throw new Error("KUBEDRILL_TEST_KUBECONFIG has to name the kubeconfig of a real cluster");
  const { clusters, users } = parse(readFileSync(path, "utf8")) as Kubeconfig;
  const text = (base64: string): string => Buffer.from(base64, "base64").toString("utf8");
  return {
    server: clusters[0].cluster.server,
    authority: text(clusters[0].cluster["certificate-authority-data"]),
    certificate: text(users[0].user["client-certificate-data"]),
    key: text(users[0].user["client-key-data"]),
  };
};

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } }];
  readonly users: readonly [{ readonly user: { readonly "client-certificate-data": string; readonly "client-key-data": string } }];
}
