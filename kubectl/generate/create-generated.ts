import type { ResourceRow } from "#kube/objects/resources.ts";
import { findResource } from "#kube/objects/resources.ts";
import { withTypedLastApplied } from "../apply/last-applied.ts";
import { cleanObject } from "../print/objects.ts";
import { outputOf, renderGo, renderOutput } from "../print/output.ts";
import { inTypeOrder } from "../print/typed-json.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery, dryRunSuffix } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";
import { withHashedName } from "./append-hash.ts";

/** Flags that all generators share. */
export const GENERATOR_FLAGS = [
  "output,o string",
  "dry-run string=unchanged",
  "save-config bool",
  "validate string=strict",
  "field-manager string",
  "show-managed-fields bool",
  "allow-missing-template-keys bool",
  "template string",
] as const;

/** A generated object to create. */
export interface Generated {
  readonly resource: string;
  readonly object: Manifest;
  /** Message such as `created`, `exposed`, `autoscaled`. */
  readonly done: string;
  readonly fieldManager: string;
  /** Text before a failure, such as `failed to create configmap: `; undefined: the server's error is printed unchanged. */
  readonly failure?: string | undefined;
  /** False: `--save-config` is ignored; missing: true. */
  readonly isSaved?: boolean;
}

/** Creates a generated object, or prints it with `--dry-run=client`. */
export const createGenerated = async (session: Session, generated: Generated): Promise<void> => {
  const row = findResource(generated.resource) as ResourceRow;
  const dryRun = dryRunOf(session);
  const named =
    session.isExplicitNamespace && row.namespaced
      ? { ...generated.object, metadata: { ...generated.object.metadata, namespace: session.namespace } }
      : generated.object;
  const caused = withChangeCause(session, named);
  const hashed = session.args.on("append-hash") ? withHashedName(caused) : caused;
  const object = session.args.on("save-config") && generated.isSaved !== false ? withTypedLastApplied(hashed) : hashed;
  const made = dryRun === "client" ? object : await create(session, row, { ...generated, object });
  const printed = cleanObject(made, session.args.on("show-managed-fields"));
  const format = outputOf(session, { hasTables: false });
  const name = `${kindLabel(row)}/${printed.metadata.name}`;
  if (format.kind === "name") return session.line(name);
  if (format.kind === "table") return session.line(`${name} ${generated.done}${dryRunSuffix(dryRun)}`);
  if (format.kind === "yaml" && session.printedDocuments++ > 0) session.print("---\n");
  if (format.kind === "go-template") return session.print(renderGo(format, printed, JSON.stringify(inTypeOrder(printed))));
  session.print(format.kind === "json" ? `${JSON.stringify(inTypeOrder(printed), undefined, 4)}\n` : renderOutput(format, printed));
};

const create = async (session: Session, row: ResourceRow, { object, failure: prefix, fieldManager }: Generated): Promise<Manifest> => {
  const query = { ...(session.args.text("validate") === "false" ? {} : { fieldValidation: "Strict" }), ...dryRunQuery(dryRunOf(session)) };
  try {
    return await session.write({
      method: "POST",
      path: resourcePath(row, session.namespace),
      body: object,
      query,
      fieldManager: session.args.text("field-manager") ?? fieldManager,
    });
  } catch (failure) {
    if (!(failure instanceof StatusFailure) || prefix === undefined) throw failure;
    throw new CommandFailure(`${prefix}${failure.status.message ?? ""}`);
  }
};

/**
 * Returns the single name that a generator takes.
 *
 * @throws CommandFailure in kubectl's words
 */
export const requireName = (session: Session, path: string): string => {
  const { words, wordsBeforeDash } = session.args;
  const named = words.slice(0, wordsBeforeDash ?? words.length);
  if (named.length !== 1)
    throw new CommandFailure(`exactly one NAME is required, got ${named.length}\nSee 'kubectl ${path} -h' for help and examples`);
  return named[0] as string;
};

/** Parses `a=b,c=d`. */
export const parseLabels = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (text === undefined || text === "") return undefined;
  return Object.fromEntries(
    text.split(",").map((part) => {
      const equals = part.indexOf("=");
      if (equals <= 0) throw new CommandFailure(`unexpected label spec: ${part}`);
      return [part.slice(0, equals), part.slice(equals + 1)];
    }),
  );
};
