import { checkVariableName } from "../command-line/variable-name.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/**
 * Reads the data of `--from-literal`, `--from-file` and `--from-env-file`.
 *
 * @param fileKey key of files without one; missing: their names
 * @throws CommandFailure in kubectl's words
 */
export const readData = (session: Session, kind: string, fileKey?: string): Readonly<Record<string, string>> => {
  const { args } = session;
  if (args.has("from-env-file") && (args.has("from-file") || args.has("from-literal")))
    throw new CommandFailure("from-env-file cannot be combined with from-file or from-literal");
  const data: Record<string, string> = {};
  const add = (key: string, value: string): void => {
    if (!/^[-._a-zA-Z0-9]+$/.test(key))
      throw new CommandFailure(
        `${JSON.stringify(key)} is not a valid key name for a ${kind === "secret" ? "Secret" : "ConfigMap"}: a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      );
    if (data[key] !== undefined)
      throw new CommandFailure(
        `cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ${kind === "secret" ? "Secret" : "ConfigMap"} ${JSON.stringify(args.words[0])}`,
      );
    data[key] = value;
  };
  for (const given of args.list("from-file")) {
    const source = fileKey === undefined || given.includes("=") ? given : `${fileKey}=${given}`;
    const equals = source.indexOf("=");
    checkFileSource(source, equals);
    const path = equals === -1 ? source : source.slice(equals + 1);
    const names = equals === -1 ? session.machine?.listFolder(path) : undefined;
    for (const name of names ?? []) {
      const text = session.readFile(`${path}/${name}`);
      // Folders in a folder have no text and are left out.
      if (text !== undefined) add(name, text);
    }
    if (names === undefined) add(equals === -1 ? path.slice(path.lastIndexOf("/") + 1) : source.slice(0, equals), readFile(session, path));
  }
  for (const literal of args.list("from-literal")) {
    const equals = literal.indexOf("=");
    if (equals <= 0) throw new CommandFailure(`invalid literal source ${literal}, expected key=value`);
    add(literal.slice(0, equals), unquote(literal.slice(equals + 1)));
  }
  for (const path of args.list("from-env-file")) {
    for (const line of readFile(session, path).split("\n")) {
      const text = line.trimStart();
      if (text === "" || text.startsWith("#")) continue;
      const equals = text.indexOf("=");
      checkVariableName(equals === -1 ? text : text.slice(0, equals));
      add(equals === -1 ? text : text.slice(0, equals), equals === -1 ? "" : text.slice(equals + 1));
    }
  }
  return data;
};

/** Validates `path` or `key=path`. */
const checkFileSource = (source: string, equals: number): void => {
  if (equals === -1) return;
  if (source.indexOf("=", equals + 1) !== -1) throw new CommandFailure("key names or file paths cannot contain '='");
  if (equals === 0) throw new CommandFailure(`key name for file path ${source.slice(1)} missing`);
  if (equals === source.length - 1) throw new CommandFailure(`file path for key name ${source.slice(0, -1)} missing`);
};

const unquote = (text: string): string => (text.length >= 2 && /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text);

const readFile = (session: Session, path: string): string => {
  const text = path === "-" || path === "/dev/stdin" ? session.stdin : session.readFile(path);
  if (text === undefined) throw new CommandFailure(`error reading ${path}: no such file or directory`);
  return text;
};
