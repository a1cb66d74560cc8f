import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { helpText } from "../command-line/help/help-text.ts";
import { CLUSTER_FLAGS, changedCluster, changedUser, USER_FLAGS } from "../config/change-entry.ts";
import { inFileOrder } from "../config/file-order.ts";
import { type ConfigFile, configOf, type Entry, type Fields } from "../config/kubeconfig.ts";
import { toYaml } from "../print/yaml-text.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/** A changed kubeconfig with the message about it. */
interface Change {
  readonly config: ConfigFile;
  readonly says: string;
  /** A warning on stderr. */
  readonly warns?: string;
}

interface Writer {
  readonly name: string;
  readonly flags: readonly string[];
  readonly change: (session: Session, config: ConfigFile) => Change;
}

const LISTS = { cluster: "clusters", context: "contexts", user: "users" } as const;
type Kind = keyof typeof LISTS;

/** Error of wrong arguments, after the whole help. */
const usage = (name: string, message: string): CommandFailure =>
  new CommandFailure(message, { stdout: helpText(`config ${name}`) as string });

/** The single name that a command takes. */
const nameOf = (session: Session, command: string): string => {
  const { words } = session.args;
  if (words.length !== 1) throw usage(command, `Unexpected args: [${words.join(" ")}]`);
  return words[0] as string;
};

/** Sets fields of an entry, which is created if needed. */
const put = (config: ConfigFile, kind: Kind, name: string, fields: Fields): { readonly config: ConfigFile; readonly isNew: boolean } => {
  const entries = config[LISTS[kind]];
  const known = entries.find((entry) => entry.name === name);
  const entry: Entry = { name, [kind]: { ...(known?.[kind] as Fields | undefined), ...fields } };
  const rest = entries.filter((other) => other.name !== name);
  return { config: { ...config, [LISTS[kind]]: [...rest, entry] }, isNew: known === undefined };
};

const remove = (config: ConfigFile, kind: Kind, name: string): ConfigFile => ({
  ...config,
  [LISTS[kind]]: config[LISTS[kind]].filter((entry) => entry.name !== name),
});

const given = ({ args }: Session, flags: readonly string[]): Fields =>
  Object.fromEntries(flags.filter((flag) => args.has(flag)).map((flag) => [flag, args.text(flag)]));

const setContext = (session: Session, config: ConfigFile): Change => {
  const { args } = session;
  const [word, ...more] = args.words;
  if (more.length > 0) throw usage("set-context", `Unexpected args: [${args.words.join(" ")}]`);
  if (word === undefined && !args.on("current")) throw new CommandFailure("you must specify a non-empty context name or --current");
  if (word !== undefined && args.on("current")) throw new CommandFailure("you cannot specify both a context name and --current");
  const name = word ?? config["current-context"];
  if (name === "") throw new CommandFailure("no current context is set");
  const made = put(config, "context", name, given(session, ["cluster", "user", "namespace"]));
  return { config: made.config, says: `Context ${JSON.stringify(name)} ${made.isNew ? "created" : "modified"}.` };
};

const useContext = (session: Session, config: ConfigFile): Change => {
  const name = nameOf(session, "use-context");
  if (!config.contexts.some((entry) => entry.name === name))
    throw new CommandFailure(`no context exists with the name: ${JSON.stringify(name)}`);
  return { config: { ...config, "current-context": name }, says: `Switched to context ${JSON.stringify(name)}.` };
};

const renameContext = (session: Session, config: ConfigFile): Change => {
  const [from, to, ...more] = session.args.words;
  if (from === undefined || to === undefined || more.length > 0)
    throw usage("rename-context", `Unexpected args: [${session.args.words.join(" ")}]`);
  const entry = config.contexts.find(({ name }) => name === from);
  if (entry === undefined)
    throw new CommandFailure(`cannot rename the context ${JSON.stringify(from)}, it's not in ${session.kubeconfig?.path ?? ""}`);
  if (config.contexts.some(({ name }) => name === to))
    throw new CommandFailure(
      `cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(to)} already exists in ${session.kubeconfig?.path ?? ""}`,
    );
  const contexts = config.contexts.map((one) => (one === entry ? { ...one, name: to } : one));
  const current = config["current-context"] === from ? to : config["current-context"];
  return {
    config: { ...config, contexts, "current-context": current },
    says: `Context ${JSON.stringify(from)} renamed to ${JSON.stringify(to)}.`,
  };
};

const remover =
  (kind: Kind) =>
  (session: Session, config: ConfigFile): Change => {
    const name = nameOf(session, `delete-${kind}`);
    const path = session.kubeconfig?.path ?? "";
    if (!config[LISTS[kind]].some((entry) => entry.name === name))
      throw new CommandFailure(`cannot delete ${kind} ${name}, not in ${path}`);
    const isCurrent = kind === "context" && config["current-context"] === name;
    return {
      config: remove(config, kind, name),
      says: `deleted ${kind} ${name} from ${path}`,
      ...(isCurrent && { warns: 'warning: this removed your active context, use "kubectl config use-context" to select a different one' }),
    };
  };

interface EntryChange {
  readonly kind: Kind;
  readonly command: string;
  readonly change: (session: Session, before: Fields) => Fields;
}

const setEntry = (session: Session, config: ConfigFile, { kind, command, change }: EntryChange): Change => {
  const name = nameOf(session, command);
  const before = (config[LISTS[kind]].find((entry) => entry.name === name)?.[kind] ?? {}) as Fields;
  const title = kind === "cluster" ? "Cluster" : "User";
  return {
    config: put(remove(config, kind, name), kind, name, change(session, before)).config,
    says: `${title} ${JSON.stringify(name)} set.`,
  };
};

const WRITERS: readonly Writer[] = [
  { name: "set-context", flags: ["current bool", "cluster string", "user string", "namespace,n string"], change: setContext },
  { name: "use-context", flags: [], change: useContext },
  { name: "rename-context", flags: [], change: renameContext },
  { name: "delete-context", flags: [], change: remover("context") },
  { name: "delete-cluster", flags: [], change: remover("cluster") },
  { name: "delete-user", flags: [], change: remover("user") },
  {
    name: "set-cluster",
    flags: CLUSTER_FLAGS,
    change: (session, config) => setEntry(session, config, { kind: "cluster", command: "set-cluster", change: changedCluster }),
  },
  {
    name: "set-credentials",
    flags: USER_FLAGS,
    change: (session, config) => setEntry(session, config, { kind: "user", command: "set-credentials", change: changedUser }),
  },
  { name: "set", flags: ["set-raw-bytes bool"], change: (session, config) => setProperty(session, config, true) },
  { name: "unset", flags: [], change: (session, config) => setProperty(session, config, false) },
];

const BOOLEANS = new Set(["insecure-skip-tls-verify", "disable-compression"]);

/** Sets a property by path: `current-context`, `contexts.NAME.namespace` and the like. */
const setProperty = (session: Session, config: ConfigFile, isSet: boolean): Change => {
  const [path, value, ...more] = session.args.words;
  const command = isSet ? "set" : "unset";
  if (path === undefined || (value === undefined) === isSet || more.length > 0)
    throw new CommandFailure(`Unexpected args: [${session.args.words.join(" ")}]`, { stdout: helpText(`config ${command}`) as string });
  const says = isSet ? `Property ${JSON.stringify(path)} set.` : `Property ${JSON.stringify(path)} unset.`;
  if (path === "current-context") return { config: { ...config, "current-context": value ?? "" }, says };
  const [list, ...rest] = path.split(".");
  const kind = (Object.keys(LISTS) as Kind[]).find((one) => LISTS[one] === list);
  const field = rest.length > 1 ? (rest.at(-1) as string) : undefined;
  const name = (field === undefined ? rest : rest.slice(0, -1)).join(".");
  if (kind === undefined) throw new CommandFailure(`unable to parse ${path} after [] at api.Config`);
  if (name === "") throw new CommandFailure(`unable to locate path ${JSON.stringify(path)}`);
  if (field === undefined) {
    if (isSet) throw new CommandFailure(`can't set a whole entry; name one of its fields: ${path}.FIELD`);
    return { config: remove(config, kind, name), says };
  }
  const { [field]: _, ...left } = (config[LISTS[kind]].find((entry) => entry.name === name)?.[kind] ?? {}) as Fields;
  const fields = isSet ? { ...left, [field]: BOOLEANS.has(field) ? value === "true" : value } : left;
  return { config: put(remove(config, kind, name), kind, name, fields).config, says };
};

/** `kubectl config` commands that change the file; refused in an episode, which has none. */
export const configWriteCommands: readonly Command[] = WRITERS.map(({ name, flags, change }) =>
  defineCommand({
    path: `config ${name}`,
    ...(name === "use-context" && { aliases: ["config use"] }),
    usage: "",
    flags: flagTable(...flags),
    run: async (session) => {
      const { machine, kubeconfig } = session;
      if (machine === undefined || kubeconfig === undefined)
        throw new CommandFailure("the configuration cannot be changed here: name the namespace of a command with -n");
      const { config, says, warns } = change(session, configOf(session));
      machine.writeFile(kubeconfig.path, toYaml(inFileOrder(config)));
      if (warns !== undefined) session.note(warns);
      session.line(says);
    },
  }),
);
