import type { ConfigFile, Fields } from "./kubeconfig.ts";

const KINDS = { clusters: "cluster", contexts: "context", users: "user" } as const;

/** Orders a kubeconfig as kubectl writes it: lists sorted by name, empty ones null, keys in kubectl's order. */
export const inFileOrder = (config: ConfigFile): Fields => {
  const list = (key: keyof typeof KINDS): unknown => {
    const entries = [...config[key]].sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.length === 0
      ? null
      : entries.map((entry) => ({ name: entry.name, [KINDS[key]]: ordered((entry[KINDS[key]] ?? {}) as Fields) }));
  };
  return {
    kind: "Config",
    apiVersion: "v1",
    ...(config["preferences"] !== undefined &&
      Object.keys(config["preferences"] as object).length > 0 && { preferences: config["preferences"] }),
    clusters: list("clusters"),
    users: list("users"),
    contexts: list("contexts"),
    "current-context": config["current-context"],
  };
};

/** Fields in the order of their Go types. */
const FIELD_ORDER = [
  "server",
  "tls-server-name",
  "insecure-skip-tls-verify",
  "certificate-authority",
  "certificate-authority-data",
  "proxy-url",
  "client-certificate",
  "client-certificate-data",
  "client-key",
  "client-key-data",
  "token",
  "tokenFile",
  "username",
  "password",
  "cluster",
  "user",
  "namespace",
];

const rank = (key: string): number => (FIELD_ORDER.includes(key) ? FIELD_ORDER.indexOf(key) : FIELD_ORDER.length);

const ordered = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => rank(a) - rank(b)));
