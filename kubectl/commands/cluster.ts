import { apiVersionOf, type ResourceRow } from "#kube/objects/resources.ts";
import type { Service } from "#kube/types/network.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { serverOf } from "../config/kubeconfig.ts";
import { renderOutput } from "../print/output.ts";
import { renderTable } from "../print/render-table.ts";
import { toYaml } from "../print/yaml-text.ts";
import { CommandFailure } from "../session/errors.ts";
import { servedKinds } from "../session/kinds.ts";
import type { Session } from "../session/session.ts";

/** Version of kubectl that is imitated. */
const CLIENT_VERSION = "v1.35.4";
const KUSTOMIZE_VERSION = "v5.7.1";

/** Client version, with the keys in the order of Go's type. */
const CLIENT_INFO = {
  major: "1",
  minor: "35",
  gitVersion: CLIENT_VERSION,
  gitCommit: "unknown",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "go1.26.8",
  compiler: "gc",
  platform: "linux/amd64",
};

/** `kubectl version`. */
export const versionCommand: Command = defineCommand({
  path: "version",
  usage: "[--client] [--output=json|yaml]",
  flags: flagTable("client bool", "output,o string"),
  run: async (session) => {
    const { args } = session;
    if (args.words.length > 0) throw new CommandFailure(`extra arguments: [${args.words.join(" ")}]`);
    const server = args.on("client") ? undefined : await session.read<{ gitVersion?: string }>({ path: "/version" });
    const value = {
      clientVersion: CLIENT_INFO,
      kustomizeVersion: KUSTOMIZE_VERSION,
      ...(server && { serverVersion: server }),
    };
    const output = args.text("output");
    if (output === "json") return session.line(JSON.stringify(value, undefined, 2));
    if (output === "yaml") return session.line(toYaml(value));
    if (output) throw new CommandFailure(`--output must be 'yaml' or 'json'`);
    session.line(`Client Version: ${CLIENT_VERSION}\nKustomize Version: ${KUSTOMIZE_VERSION}`);
    if (server !== undefined) session.line(`Server Version: ${server.gitVersion ?? ""}`);
  },
});

/** `kubectl cluster-info`. */
export const clusterInfoCommand: Command = defineCommand({
  path: "cluster-info",
  usage: "[flags]",
  flags: flagTable(),
  run: async (session) => {
    const server = serverOf(session);
    session.line(`Kubernetes control plane is running at ${server}`);
    const response = await session.cluster.read({
      path: `/api/v1/namespaces/${session.isExplicitNamespace ? session.namespace : "kube-system"}/services`,
      query: { labelSelector: "kubernetes.io/cluster-service=true" },
    });
    for (const { metadata, spec } of (response.body as { items?: readonly Service[] }).items ?? []) {
      const port = spec.ports?.[0]?.name;
      session.line(
        `${metadata.labels?.["kubernetes.io/name"] ?? metadata.name} is running at ${server}/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}${port ? `:${port}` : ""}/proxy`,
      );
    }
    session.print("\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n");
  },
});

/** `kubectl api-resources`. */
export const apiResourcesCommand: Command = defineCommand({
  path: "api-resources",
  usage: "[flags]",
  flags: flagTable(
    "api-group string",
    "namespaced bool",
    "verbs list",
    "categories list",
    "output,o string",
    "no-headers bool",
    "sort-by string",
    "cached bool",
    "show-managed-fields bool",
  ),
  run: async (session) => {
    const { args } = session;
    refuseWords(session, "api-resources");
    const group = args.text("api-group");
    const verbs = args.list("verbs");
    const categories = args.list("categories");
    const rows = [...(await servedKinds(session)).rows]
      .filter((row) => group === undefined || row.group === group)
      .filter((row) => !args.has("namespaced") || row.namespaced === args.on("namespaced"))
      .filter(
        (row) => verbs.every((verb) => row.verbs.includes(verb)) && categories.every((category) => row.categories.includes(category)),
      );
    const sortBy = args.text("sort-by") ?? "";
    if (!["", "name", "kind"].includes(sortBy)) throw new CommandFailure("--sort-by accepts only name or kind");
    rows.sort(
      byKey(sortBy === "" ? (row) => `${row.group}\u0000${row.plural}` : sortBy === "name" ? (row) => row.plural : (row) => row.kind),
    );
    const output = args.text("output") ?? "";
    if (!["", "json", "kyaml", "name", "wide", "yaml"].includes(output))
      throw new CommandFailure(
        `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: json,kyaml,name,wide,yaml`,
      );
    session.print(renderKinds(rows, output, args.on("no-headers")));
  },
});

const renderKinds = (rows: readonly ResourceRow[], output: string, hasNoHeaders: boolean): string => {
  if (output === "json") return `${JSON.stringify(resourceList(rows), undefined, 4)}\n`;
  if (output === "yaml" || output === "kyaml")
    return renderOutput({ kind: output } as Parameters<typeof renderOutput>[0], resourceList(rows));
  if (output === "name") return rows.map((row) => `${row.resource}\n`).join("");
  const wide = output === "wide";
  const header = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND", ...(wide ? ["VERBS", "CATEGORIES"] : [])];
  return renderTable({ header, rows: rows.map((row) => resourceCells(row, wide)) }, hasNoHeaders);
};

/** One APIResourceList for all resources, each with its group. */
const resourceList = (rows: readonly ResourceRow[]): object => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: "",
  resources: rows.map(({ plural, singular, namespaced, group, version, kind, verbs, shortNames, categories }) => ({
    name: plural,
    singularName: singular,
    namespaced,
    ...(group !== "" && { group }),
    version,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  })),
});

const refuseWords = ({ args: { words } }: Session, path: string): void => {
  if (words.length > 0)
    throw new CommandFailure(`unexpected arguments: [${words.join(" ")}]\nSee 'kubectl ${path} -h' for help and examples`);
};

const byKey =
  (key: (row: ResourceRow) => string) =>
  (a: ResourceRow, b: ResourceRow): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

const resourceCells = (row: ResourceRow, wide: boolean): readonly string[] => [
  row.plural,
  row.shortNames.join(","),
  apiVersionOf(row),
  String(row.namespaced),
  row.kind,
  ...(wide ? [row.verbs.join(","), row.categories.join(",")] : []),
];

/** `kubectl api-versions`. */
export const apiVersionsCommand: Command = defineCommand({
  path: "api-versions",
  usage: "",
  flags: flagTable(),
  run: async (session) => {
    refuseWords(session, "api-versions");
    for (const version of (await servedKinds(session)).versions) session.line(version);
  },
});
