import type { ResourceRow } from "#kube/objects/resources.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { explainModel } from "../explain/explain-model.ts";
import { explainSchema } from "../explain/explain-schema.ts";
import { kindOfPath, type OpenApiDocument, schemaOfKind } from "../explain/schema.ts";
import { CommandFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import type { Session } from "../session/session.ts";

/** `kubectl explain`. */
export const explainCommand: Command = defineCommand({
  path: "explain",
  usage: "TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]",
  flags: flagTable("recursive bool", "api-version string", "output,o string"),
  run: async (session) => {
    const { args } = session;
    if (args.words.length === 0) throw new CommandFailure(NOT_SPECIFIED);
    if (args.words.length > 1) throw new CommandFailure("We accept only this format: explain RESOURCE\n");
    const { row, path } = await parseRequest(session, args.words[0] as string);
    const format = args.text("output") ?? "plaintext";
    if (format !== "plaintext" && format !== "plaintext-openapiv2") throw new CommandFailure(`unrecognized format: ${format}`);
    const explain = format === "plaintext" ? explainSchemaOf : explainModelOf;
    session.print(await explain(session, inVersion(row, args.text("api-version")), path));
  },
});

const NOT_SPECIFIED =
  'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n';

interface Request {
  readonly row: ResourceRow;
  readonly path: readonly string[];
}

/** Parses `pods.spec.containers` or `deployments.apps.spec`: a group may follow the resource. */
const parseRequest = async (session: Session, text: string): Promise<Request> => {
  const parts = fieldsOf(text);
  if (/^[.[(*@]/.test(text)) throw notField("first");
  if (parts.length === 0) throw new CommandFailure("a resource must be present, got: /, Resource=");
  const row = await requireKind(session, parts[0] as string).catch((failure: Error) => {
    throw new CommandFailure(failure.message, { complete: true });
  });
  if (/\.\.|[[\](){}*@?]/.test(text)) throw notField(session.args.text("api-version") ? "all" : "first");
  const full = row.group === "" ? row.plural : `${row.plural}.${row.group}`;
  if (!session.args.has("api-version") && text.startsWith(full))
    return { row, path: fieldsOf(text.slice(full.length)).slice(text === full ? 0 : 1) };
  return { row, path: parts.slice(1) };
};

const fieldsOf = (text: string): readonly string[] => {
  const trimmed = text.replace(/\.$/, "");
  if (trimmed === "") return [];
  return trimmed.split(/[.[]/);
};

const notField = (which: "first" | "all"): CommandFailure =>
  new CommandFailure(
    `invalid jsonpath syntax, ${which === "first" ? "first node" : "all nodes"} must be field ${which === "first" ? "node" : "nodes"}`,
  );

const inVersion = (row: ResourceRow, apiVersion: string | undefined): ResourceRow => {
  if (!apiVersion) return row;
  const parts = apiVersion.split("/");
  if (parts.length > 2) throw new CommandFailure(`unexpected GroupVersion string: ${apiVersion}`);
  return parts.length === 1
    ? { ...row, group: "", version: apiVersion }
    : { ...row, group: parts[0] as string, version: parts[1] as string };
};

const documentOf = async (session: Session, { group, version, plural }: ResourceRow): Promise<OpenApiDocument> => {
  const place = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const index = await session.read<{ paths?: Readonly<Record<string, unknown>> }>({ path: "/openapi/v3" });
  if (index.paths?.[place] === undefined) throw new CommandFailure(`couldn't find resource for "${group}/${version}, Resource=${plural}"`);
  return session.read<OpenApiDocument>({ path: `/openapi/v3/${place}` });
};

const explainModelOf = async (session: Session, row: ResourceRow, path: readonly string[]): Promise<string> => {
  const document = await documentOf(session, row);
  const schema = schemaOfKind(document, row);
  if (schema === undefined) throw new CommandFailure(`couldn't find resource for "${row.group}/${row.version}, Kind=${row.kind}"`);
  const text = explainModel({ document, path, isRecursive: session.args.on("recursive") }, schema, row);
  if (text === undefined) throw new CommandFailure(`field ${JSON.stringify(path.at(-1))} does not exist`);
  return text;
};

const explainSchemaOf = async (session: Session, row: ResourceRow, path: readonly string[]): Promise<string> => {
  const { group, version, plural } = row;
  const title = `${group}/${version}, Resource=${plural}`;
  const document = await documentOf(session, row);
  const kind = kindOfPath(document, row);
  if (kind === undefined) throw new CommandFailure(`error: GVR (${title}) not found in OpenAPI schema`);
  const head = `${kind.group ? `GROUP:      ${kind.group}\n` : ""}KIND:       ${kind.kind}\nVERSION:    ${kind.version}\n\n`;
  const schema = schemaOfKind(document, kind);
  if (schema === undefined) {
    session.print(head);
    throw new CommandFailure(`error: GVK map[group:${kind.group} kind:${kind.kind} version:${kind.version}] not found in OpenAPI schema`);
  }
  const text = explainSchema({ document, path, isRecursive: session.args.on("recursive") }, schema);
  if (text === "") {
    session.print(head);
    throw new CommandFailure(`error: field ${JSON.stringify(path.at(-1))} does not exist`);
  }
  return `${head}${text}\n`;
};
