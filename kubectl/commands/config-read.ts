import { encodeBase64 } from "#core/base64.ts";
import { folderOf, resolvePath } from "#core/posix-path.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { inFileOrder } from "../config/file-order.ts";
import { byName, type ConfigFile, configOf, type Entry, type Fields } from "../config/kubeconfig.ts";
import { outputOf, renderOutput } from "../print/output.ts";
import { renderTable } from "../print/render-table.ts";
import { toYaml } from "../print/yaml-text.ts";
import { CommandFailure, throwAll } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/** `kubectl config` commands that only read. */
export const configReadCommands: readonly Command[] = [
  defineCommand({
    path: "config view",
    usage: "[flags]",
    flags: flagTable("output,o string", "minify bool", "raw bool", "flatten bool", "merge bool", ...TEMPLATE_FLAGS),
    run: async (session) => {
      const { words } = session.args;
      if (words.length > 0)
        throw new CommandFailure(`unexpected arguments: [${words.join(" ")}]\nSee 'kubectl config view -h' for help and examples`);
      session.print(viewText(session));
    },
  }),
  defineCommand({
    path: "config current-context",
    usage: "",
    flags: flagTable(),
    run: async (session) => {
      const name = configOf(session)["current-context"];
      if (name === "") throw new CommandFailure("current-context is not set");
      session.line(name);
    },
  }),
  defineCommand({
    path: "config get-contexts",
    usage: "[(-o|--output=)name)]",
    flags: flagTable("output,o string", "no-headers bool"),
    run: async (session) => printContexts(session),
  }),
  ...(["clusters", "users"] as const).map((list) =>
    defineCommand({
      path: `config get-${list}`,
      usage: "",
      flags: flagTable(),
      run: async (session) =>
        session.print(["NAME", ...byName(configOf(session)[list]).map(({ name }) => name)].map((line) => `${line}\n`).join("")),
    }),
  ),
];

const viewText = (session: Session): string => {
  const { args } = session;
  const whole = args.on("minify") ? minified(configOf(session), args.text("context")) : configOf(session);
  const config = args.on("flatten") ? flattened(session, whole) : whole;
  const shown = inFileOrder(args.on("raw") ? config : censored(config));
  const format = outputOf(session, { hasTables: false });
  if (format.kind === "table" || format.kind === "yaml" || format.kind === "name") return toYaml(shown);
  return format.kind === "json" ? `${JSON.stringify(shown, undefined, 4)}\n` : renderOutput(format, shown);
};

/** Keeps only the parts that the current context uses. */
const minified = (config: ConfigFile, override: string | undefined): ConfigFile => {
  const current = override || config["current-context"];
  const context = config.contexts.find(({ name }) => name === current);
  if (context === undefined)
    throw new CommandFailure(current === "" ? "current-context must exist in order to minify" : `cannot locate context ${current}`);
  const { cluster, user } = context["context"] as { readonly cluster?: string; readonly user?: string };
  return {
    ...config,
    clusters: config.clusters.filter(({ name }) => name === cluster),
    contexts: [context],
    "current-context": current,
    users: config.users.filter(({ name }) => name === user),
  };
};

/** Embeds files, resolved from the folder of their kubeconfig. */
const flattened = (session: Session, config: ConfigFile): ConfigFile => {
  const inline = (entries: readonly Entry[], kind: string, names: readonly string[]): readonly Entry[] =>
    entries.map((entry) => {
      const fields = { ...(entry[kind] as Fields | undefined) } as Record<string, unknown>;
      for (const name of names.filter((one) => fields[one])) {
        const path = resolvePath(String(fields[name]), folderOf(session.machine?.absolutePath(session.kubeconfig?.path ?? "") ?? "/"));
        const bytes = session.machine?.readBytes(path);
        if (bytes === undefined) throw new CommandFailure(`open ${path}: no such file or directory`);
        fields[`${name}-data`] = encodeBase64(bytes);
        delete fields[name];
      }
      return { ...entry, [kind]: fields };
    });
  return {
    ...config,
    users: inline(config.users, "user", ["client-certificate", "client-key"]),
    clusters: inline(config.clusters, "cluster", ["certificate-authority"]),
  };
};

const OMITTED: Readonly<Record<string, string>> = {
  "certificate-authority-data": "DATA+OMITTED",
  "client-certificate-data": "DATA+OMITTED",
  "client-key-data": "DATA+OMITTED",
  token: "REDACTED",
  password: "REDACTED",
};

const censored = (config: ConfigFile): ConfigFile => {
  const hide = (entries: readonly Entry[], kind: string): readonly Entry[] =>
    entries.map((entry) => ({
      ...entry,
      [kind]: Object.fromEntries(Object.entries((entry[kind] ?? {}) as Fields).map(([key, value]) => [key, OMITTED[key] ?? value])),
    }));
  return { ...config, clusters: hide(config.clusters, "cluster"), users: hide(config.users, "user") };
};

const printContexts = (session: Session): void => {
  const { args } = session;
  const config = configOf(session);
  const format = args.text("output");
  if (format !== undefined && format !== "" && format !== "name")
    throw new CommandFailure(`--output ${format} is not available in kubectl config get-contexts; resetting to default output format`);
  const missing = args.words.filter((name) => !config.contexts.some((entry) => entry.name === name));
  const shown = byName(config.contexts).filter(({ name }) => args.words.length === 0 || args.words.includes(name));
  if (format === "name") for (const { name } of shown) session.line(name);
  else {
    const rows = shown.map(({ name, context }) => {
      const { cluster = "", user = "", namespace = "" } = (context ?? {}) as Readonly<Record<string, string>>;
      return [name === config["current-context"] ? "*" : "", name, cluster, user, namespace];
    });
    const header = ["CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"];
    session.print(renderTable({ header, rows }, args.on("no-headers")));
  }
  throwAll(missing.map((name) => new CommandFailure(`context ${name} not found`)));
};
