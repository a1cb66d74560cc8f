import { encodeBase64 } from "#core/base64.ts";
import type { ParsedArgs } from "../command-line/flags.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";
import type { Fields } from "./kubeconfig.ts";

/** Flags of `config set-cluster`. */
export const CLUSTER_FLAGS = [
  "server string",
  "certificate-authority string",
  "insecure-skip-tls-verify bool",
  "embed-certs bool",
  "proxy-url string",
  "tls-server-name string",
] as const;

/**
 * Merges the flags into a cluster's settings; an authority and skipped verification exclude each other.
 *
 * @throws CommandFailure in kubectl's words
 */
export const changedCluster = (session: Session, before: Fields): Fields => {
  const { args } = session;
  const isInsecure = args.on("insecure-skip-tls-verify");
  if (isInsecure && args.text("certificate-authority"))
    throw new CommandFailure("you cannot specify a certificate authority and insecure mode at the same time");
  if (args.on("embed-certs") && !args.text("certificate-authority"))
    throw new CommandFailure("you must specify a --certificate-authority to embed");
  const fields: Record<string, unknown> = { ...before, ...given(args, ["server", "tls-server-name", "proxy-url"]) };
  if (args.has("server") && !args.has("tls-server-name")) delete fields["tls-server-name"];
  if (args.has("insecure-skip-tls-verify")) fields["insecure-skip-tls-verify"] = isInsecure;
  if (isInsecure) for (const field of ["certificate-authority", "certificate-authority-data"]) delete fields[field];
  if (args.has("certificate-authority")) {
    putFile(session, fields, "certificate-authority");
    delete fields["insecure-skip-tls-verify"];
  }
  return withoutEmpty(fields);
};

/** Flags of `config set-credentials`. */
export const USER_FLAGS = [
  "token string",
  "username string",
  "password string",
  "client-certificate string",
  "client-key string",
  "embed-certs bool",
  "auth-provider string",
  "auth-provider-arg array",
  "exec-api-version string",
  "exec-arg array",
  "exec-command string",
  "exec-env array",
  "exec-interactive-mode string",
  "exec-provide-cluster-info bool",
] as const;

/**
 * Merges the flags into a user's settings; a token and a password exclude each other.
 *
 * @throws CommandFailure in kubectl's words
 */
export const changedUser = (session: Session, before: Fields): Fields => {
  const { args } = session;
  checkUser(args);
  const fields: Record<string, unknown> = { ...before, ...given(args, ["token", "username", "password"]) };
  for (const name of ["client-certificate", "client-key"]) if (args.has(name)) putFile(session, fields, name);
  const hasToken = Boolean(args.text("token"));
  const hasName = Boolean(args.text("username") || args.text("password"));
  if (hasName && !hasToken) delete fields["token"];
  if (hasToken && !hasName) for (const field of ["username", "password"]) delete fields[field];
  const exec = changedProgram(args, fields["exec"] as LoginProgram | undefined);
  return withoutEmpty(exec === undefined ? fields : { ...fields, exec });
};

const checkUser = (args: ParsedArgs): void => {
  if (args.has("auth-provider")) throw new CommandFailure("users who log in by a provider cannot be set here: edit the file");
  if (args.text("token") && (args.text("username") || args.text("password")))
    throw new CommandFailure("you cannot specify more than one authentication method at the same time: --token, --username/--password");
  if (args.on("embed-certs") && !args.text("client-certificate") && !args.text("client-key"))
    throw new CommandFailure("you must specify a --client-certificate or --client-key to embed");
  const mode = args.text("exec-interactive-mode");
  if (mode !== undefined && !["IfAvailable", "Always", "Never"].includes(mode))
    throw new CommandFailure("invalid interactive mode type, can be only IfAvailable, Never, Always");
};

interface Variable {
  readonly name: string;
  readonly value: string;
}

interface LoginProgram {
  readonly args?: readonly string[] | null;
  readonly env?: readonly Variable[] | null;
  readonly [field: string]: unknown;
}

/** Merges the flags into the exec plug-in of a user. */
const changedProgram = (args: ParsedArgs, before: LoginProgram | undefined): LoginProgram | undefined => {
  const command = args.text("exec-command");
  if (command === undefined && before === undefined) return undefined;
  const parts = args.has("exec-arg")
    ? args.list("exec-arg").flatMap((text) => text.split(","))
    : command === undefined
      ? before?.args
      : null;
  return {
    apiVersion: "",
    provideClusterInfo: false,
    ...before,
    ...(command !== undefined && { command }),
    ...(args.has("exec-api-version") && { apiVersion: args.text("exec-api-version") }),
    args: parts ?? null,
    env: changedVariables(args.list("exec-env"), before?.env ?? null),
    ...(args.has("exec-interactive-mode") && { interactiveMode: args.text("exec-interactive-mode") }),
    ...(args.has("exec-provide-cluster-info") && { provideClusterInfo: args.on("exec-provide-cluster-info") }),
  };
};

/** Applies `NAME=value`, which sets a variable, and `NAME-`, which removes it. */
const changedVariables = (pairs: readonly string[], before: readonly Variable[] | null): readonly Variable[] | null => {
  let variables = before;
  for (const pair of pairs) {
    const [name = ""] = pair.split("=");
    if (!pair.includes("=")) variables = (variables ?? []).filter((one) => `${one.name}-` !== pair);
    else variables = [...(variables ?? []).filter((one) => one.name !== name), { name, value: pair.slice(name.length + 1) }];
  }
  return variables;
};

const given = (args: ParsedArgs, flags: readonly string[]): Fields =>
  Object.fromEntries(flags.filter((flag) => args.has(flag)).map((flag) => [flag, args.text(flag)]));

/** Sets a file by its path relative to the working folder, or by its bytes. */
const putFile = ({ args, machine }: Session, fields: Record<string, unknown>, name: string): void => {
  const path = args.text(name) as string;
  if (!args.on("embed-certs")) {
    fields[name] = path === "" ? "" : (machine?.absolutePath(path) ?? path);
    delete fields[`${name}-data`];
    return;
  }
  const bytes = machine?.readBytes(path);
  if (bytes === undefined) throw new CommandFailure(`could not stat ${name} file ${path}: stat ${path}: no such file or directory`);
  fields[`${name}-data`] = encodeBase64(bytes);
  delete fields[name];
};

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== false && value !== undefined));
