import { readFileSync } from "node:fs";
import type { SecureContextOptions } from "node:tls";
import type { Fields, ResolvedContext } from "./kubeconfig.ts";

/** Credentials of one identity at an API server. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: SecureContextOptions & { readonly rejectUnauthorized?: boolean; readonly servername?: string };
}

/** Reads certificates and tokens of a context; undefined if its user logs in with an exec plug-in or an auth provider. */
export const credentialsOf = ({ cluster, user }: ResolvedContext): Credentials | undefined => {
  if (user["exec"] !== undefined || user["auth-provider"] !== undefined) return undefined;
  const ca = dataOf(cluster, "certificate-authority");
  const cert = dataOf(user, "client-certificate");
  const key = dataOf(user, "client-key");
  const servername = cluster["tls-server-name"];
  return {
    headers: headersOf(user),
    tls: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(cluster["insecure-skip-tls-verify"] === true && { rejectUnauthorized: false }),
      ...(typeof servername === "string" && { servername }),
    },
  };
};

const headersOf = (user: Fields): Readonly<Record<string, string>> => {
  const token = typeof user["tokenFile"] === "string" ? readFileSync(user["tokenFile"], "utf8").trim() : user["token"];
  if (typeof token === "string" && token !== "") return { Authorization: `Bearer ${token}` };
  if (typeof user["username"] !== "string") return {};
  return { Authorization: `Basic ${Buffer.from(`${user["username"]}:${user["password"] ?? ""}`).toString("base64")}` };
};

/** Reads `certificate-authority-data` in base64, or the file that `certificate-authority` names. */
const dataOf = (fields: Fields, name: string): Buffer | undefined => {
  const data = fields[`${name}-data`];
  if (typeof data === "string" && data !== "") return Buffer.from(data, "base64");
  const path = fields[name];
  return typeof path === "string" && path !== "" ? readFileSync(path) : undefined;
};
