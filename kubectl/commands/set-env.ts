import type { Container, EnvVar, PodSpec } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { NO_SUCH_RESOURCES, refuseAllAndSelector, refuseLocalOnServer, SET_FLAGS } from "../command-line/set-flags.ts";
import { checkVariableName } from "../command-line/variable-name.ts";
import { changePodSpecs, containerMatches } from "../generate/change-pod-spec.ts";
import { mapContainers, podSpecOf } from "../generate/pod-spec.ts";
import { resolveVariable, type VariablePlace } from "../generate/resolve-variable.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl set env`. */
export const setEnvCommand: Command = defineCommand({
  path: "set env",
  usage: "RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N",
  flags: flagTable(
    "containers,c string",
    "env,e array",
    "from string",
    "prefix string",
    "keys list",
    "list bool",
    "resolve bool",
    "overwrite bool",
    ...SET_FLAGS,
  ),
  run: async (session) => {
    const { args } = session;
    refuseAllAndSelector(session);
    const { resources, pairs } = splitVariables(args.words);
    refuseLocalOnServer(session);
    if (resources.length === 0 && !args.has("filename")) throw new CommandFailure(NO_SUCH_RESOURCES);
    if (args.on("list") && args.text("output")) throw new CommandFailure("--list and --output may not be specified together");
    const selector = args.text("containers") ?? "*";
    if (args.list("keys").length > 0 && !args.text("from"))
      throw new CommandFailure("when specifying --keys, a configmap or secret must be provided with --from");
    const { set, remove } = parsePairs(session, [...args.list("env"), ...pairs]);
    const prefix = args.text("prefix") ?? "";
    const variables = [...set, ...(await fromSource(session))].map((variable) => ({ ...variable, name: `${prefix}${variable.name}` }));
    const update = (env: readonly EnvVar[]): readonly EnvVar[] => updateEnv(env, variables, remove);
    if (args.on("list")) return listEnv(session, resources, selector, update);
    await changePodSpecs(session, resources, {
      done: "env updated",
      failure: "failed to patch env update to pod template: ",
      change: (spec, object) => changeSpec(session, { spec, object, selector }, variables, remove),
    });
  },
});

const isVariable = (word: string): boolean => /^.+=/s.test(word) || word.endsWith("-");

const splitVariables = (words: readonly string[]): { readonly resources: readonly string[]; readonly pairs: readonly string[] } => {
  const first = words.findIndex(isVariable);
  const pairs = first === -1 ? [] : words.slice(first);
  if (!pairs.every(isVariable)) throw new CommandFailure(`all resources must be specified before environment changes: ${words.join(" ")}`);
  return { resources: first === -1 ? words : words.slice(0, first), pairs };
};

const parsePairs = (
  session: Session,
  pairs: readonly string[],
): { readonly set: readonly EnvVar[]; readonly remove: readonly string[] } => {
  const set: EnvVar[] = [];
  const remove: string[] = [];
  const typed = new Set<string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (pair === "-") set.push(...readLines(session.stdin ?? ""));
    else if (equals > 0) {
      checkVariableName(pair.slice(0, equals));
      typed.add(pair.slice(0, equals));
      set.push(variableOf(pair));
    } else if (pair.endsWith("-")) remove.push(pair.slice(0, -1));
    else throw new CommandFailure(`unknown environment variable: ${pair}`);
  }
  if (remove.some((name) => typed.has(name)))
    throw new CommandFailure("can not both modify and remove the same environment variable in the same command");
  return { set, remove };
};

/** Parses a variable; an empty value means none. */
const variableOf = (pair: string): EnvVar => {
  const value = pair.slice(pair.indexOf("=") + 1);
  return { name: pair.slice(0, pair.indexOf("=")), ...(value !== "" && { value }) };
};

/** Parses the lines with `=` of a text, without comments after `#`. */
const readLines = (text: string): readonly EnvVar[] =>
  text
    .split("\n")
    .map((line) => line.replace(/#.*/, ""))
    .filter((line) => line.includes("="))
    .map(variableOf);

const envName = (key: string): string => key.replace(/[^a-zA-Z0-9_]/g, "_").toUpperCase();

const fromSource = async (session: Session): Promise<readonly EnvVar[]> => {
  const from = session.args.text("from");
  if (!from) return [];
  const [found] = await objectsOfArguments(session, { words: [from] });
  const object = found?.object as Manifest;
  if (object.kind !== "ConfigMap" && object.kind !== "Secret") throw new CommandFailure("unsupported resource specified in --from");
  const wanted = session.args.list("keys");
  const keys = Object.keys((object["data"] as Readonly<Record<string, string>> | undefined) ?? {}).sort();
  return keys
    .filter((key) => wanted.length === 0 || wanted.includes(key))
    .map((key) => {
      const bare = envName(key);
      if (bare !== key) session.warn(`key ${key} transferred to ${bare}`);
      const ref = { name: object.metadata.name, key };
      return {
        name: bare,
        valueFrom: object.kind === "Secret" ? { secretKeyRef: ref } : { configMapKeyRef: ref },
      };
    });
};

interface Place {
  readonly spec: PodSpec;
  readonly object: Manifest;
  readonly selector: string;
}

const changeSpec = (
  session: Session,
  { spec, object, selector }: Place,
  variables: readonly EnvVar[],
  remove: readonly string[],
): PodSpec => {
  const all = [...spec.containers, ...(spec.initContainers ?? [])];
  if (!all.some((container) => containerMatches(container.name, selector))) {
    session.note(`Warning: ${object.kind}/${object.metadata.name} does not have any containers matching ${JSON.stringify(selector)}`);
    return spec;
  }
  const mayOverwrite = session.args.has("overwrite") ? session.args.on("overwrite") : true;
  return mapContainers(spec, (container) => {
    if (!containerMatches(container.name, selector)) return container;
    if (!mayOverwrite) refuseOverwrite(object, container, variables);
    const env = updateEnv(container.env ?? [], variables, remove);
    const { env: _, ...bare } = container;
    return env.length === 0 ? bare : { ...container, env };
  });
};

const refuseOverwrite = (object: Manifest, container: Container, variables: readonly EnvVar[]): void => {
  for (const { name, value = "" } of variables) {
    const current = container.env?.find((variable) => variable.name === name);
    if (current === undefined || (current.value ?? "") === value) continue;
    throw new CommandFailure(
      `error: ${object.kind.toLowerCase()}s/${object.metadata.name} '${name}' already has a value (${current.value ?? ""}), and --overwrite is false`,
    );
  }
};

/** Updates variables in place; new ones are appended. */
const updateEnv = (env: readonly EnvVar[], variables: readonly EnvVar[], remove: readonly string[]): readonly EnvVar[] => {
  const updates = new Map(variables.map((variable) => [variable.name, variable]));
  const kept = env.filter(({ name }) => !remove.includes(name)).map((variable) => updates.get(variable.name) ?? variable);
  const names = new Set(kept.map(({ name }) => name));
  return [...kept, ...[...updates.values()].filter(({ name }) => !names.has(name))];
};

/** Lists variables after the change. */
const listEnv = async (
  session: Session,
  resources: readonly string[],
  selector: string,
  update: (env: readonly EnvVar[]) => readonly EnvVar[],
): Promise<void> => {
  for (const { object } of await objectsOfArguments(session, { words: resources })) {
    const spec = podSpecOf(object);
    for (const container of [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]) {
      if (!containerMatches(container.name, selector)) continue;
      session.line(`# ${object.kind} ${object.metadata.name}, container ${container.name}`);
      await listVariables(session, { object, container: { ...container, env: update(container.env ?? []) } });
    }
  }
};

const listVariables = async (session: Session, place: VariablePlace): Promise<void> => {
  const unresolved = new Map<string, readonly string[]>();
  for (const variable of place.container.env ?? []) {
    const reference = `# ${variable.name} from ${referenceText(variable)}`;
    if (variable.valueFrom === undefined) session.line(`${variable.name}=${variable.value ?? ""}`);
    else if (!session.args.on("resolve")) session.line(reference);
    else
      try {
        session.line(`${variable.name}=${await resolveVariable(session, place, variable)}`);
      } catch (failure) {
        if (!(failure instanceof CommandFailure || failure instanceof StatusFailure)) throw failure;
        session.line(reference);
        unresolved.set(failure.message, [...(unresolved.get(failure.message) ?? []), variable.name]);
      }
  }
  for (const [problem, names] of [...unresolved].sort()) session.note(`error retrieving reference for ${names.join(", ")}: ${problem}`);
};

const referenceText = ({ valueFrom }: EnvVar): string => {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom ?? {};
  if (configMapKeyRef) return `configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`;
  if (secretKeyRef) return `secret ${secretKeyRef.name}, key ${secretKeyRef.key}`;
  if (fieldRef) return `field path ${fieldRef.fieldPath}`;
  return resourceFieldRef ? `resource field ${resourceFieldRef.resource}` : "invalid valueFrom";
};
