import { sortEvents } from "#kube/objects/event-order.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import type { Event } from "#kube/types/cluster.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { cleanObject } from "../print/objects.ts";
import { type OutputFormat, outputOf, renderOutput } from "../print/output.ts";
import { renderTable } from "../print/render-table.ts";
import { inTypeOrder } from "../print/typed-json.ts";
import { CommandFailure } from "../session/errors.ts";
import { EVENTS, eventAge } from "../session/events-of.ts";
import { requireKind } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";
import { growingTable } from "../watch/growing-table.ts";
import { watchTarget } from "../watch/watch-target.ts";

/** `kubectl events`. */
export const eventsCommand: Command = defineCommand({
  path: "events",
  usage: "[(-o|--output=)json|yaml|…] [--for TYPE/NAME] [--types=Normal,Warning] [options]",
  flags: flagTable(
    "all-namespaces,A bool",
    "for string",
    "types list",
    "output,o string",
    "watch,w bool",
    "no-headers bool",
    "chunk-size int",
    "show-managed-fields bool",
    "allow-missing-template-keys bool",
    "template string",
  ),
  run: async (session) => {
    const { args } = session;
    const types = args.list("types");
    if (types.some((type) => !["normal", "warning"].includes(type.toLowerCase())))
      throw new CommandFailure("valid --types are Normal or Warning");
    const format = eventFormat(session);
    const target = await targetOf(session);
    const query =
      target === undefined
        ? {}
        : {
            fieldSelector: `involvedObject.kind=${target.kind},involvedObject.apiVersion=${target.apiVersion},involvedObject.name=${target.name}`,
          };
    const read = async (): Promise<readonly Event[]> => {
      const listed = await session.list<Event>(EVENTS, session.allNamespaces ? undefined : session.namespace, query);
      return listed.filter((event) => types.length === 0 || types.some((type) => type.toLowerCase() === event.type?.toLowerCase()));
    };
    if (args.on("watch")) return watchEvents(session, format, read);
    const events = sortEvents(await read());
    if (events.length > 0) printEvents(session, format, events);
    else session.note(session.allNamespaces ? "No events found." : `No events found in ${session.namespace} namespace.`);
  },
});

/** Output format of events, which have no custom columns in tables. */
const eventFormat = (session: Session): OutputFormat => outputOf(session, { hasTables: false });

/** Prints each existing event and each new one, one after the other. */
const watchEvents = async (session: Session, format: OutputFormat, read: () => Promise<readonly Event[]>): Promise<void> => {
  const table = growingTable(session.args.on("no-headers"));
  const show = (event: Event): void => {
    if (format.kind === "table") return session.print(table.next({ header: headerOf(session), rows: [rowOf(session, event)] }));
    if (format.kind === "name") return session.line(`event/${event.metadata.name}`);
    if (format.kind === "yaml" && session.printedDocuments++ > 0) session.print("---\n");
    const object = cleanObject(event as unknown as Manifest, session.args.on("show-managed-fields"));
    session.print(format.kind === "json" ? `${JSON.stringify(inTypeOrder(object), undefined, 4)}\n` : renderOutput(format, object));
  };
  const first = await read();
  for (const event of first) show(event);
  await watchTarget(session, { row: EVENTS }, first, {
    read,
    objectOf: (event) => event,
    onEvent: (type, event) => (type === "DELETED" ? undefined : show(event)),
  });
};

const targetOf = async (
  session: Session,
): Promise<{ readonly apiVersion: string; readonly kind: string; readonly name: string } | undefined> => {
  const text = session.args.text("for");
  if (!text) return undefined;
  const [kind, name, ...rest] = text.split("/");
  if (rest.length > 0) throw new CommandFailure("arguments in resource/name form may not have more than one slash");
  if (!kind || !name) throw new CommandFailure("--for must be in resource/name form");
  const row = await requireKind(session, kind).catch((failure: Error) => {
    throw new CommandFailure(failure.message, { complete: true });
  });
  return { apiVersion: apiVersionOf(row), kind: row.kind, name };
};

const printEvents = (session: Session, format: OutputFormat, events: readonly Event[]): void => {
  // The real program cannot name the objects of its list, and does not tell so.
  if (format.kind === "name") return;
  if (format.kind !== "table") {
    const items = events.map((event) => cleanObject(event as unknown as Manifest, session.args.on("show-managed-fields")));
    if (format.kind === "json")
      return session.print(
        `${JSON.stringify({ kind: "EventList", apiVersion: "v1", metadata: {}, items: items.map(inTypeOrder) }, undefined, 4)}\n`,
      );
    return session.print(renderOutput(format, { apiVersion: "v1", items, kind: "EventList", metadata: {} }));
  }
  const rows = events.map((event) => rowOf(session, event));
  session.print(renderTable({ header: headerOf(session), rows }, session.args.on("no-headers")));
};

const headerOf = ({ allNamespaces }: Session): readonly string[] => [
  ...(allNamespaces ? ["NAMESPACE"] : []),
  "LAST SEEN",
  "TYPE",
  "REASON",
  "OBJECT",
  "MESSAGE",
];

const rowOf = (session: Session, event: Event): readonly string[] => [
  ...(session.allNamespaces ? [event.metadata.namespace ?? ""] : []),
  eventAge(event, session.nowMs()),
  event.type ?? "",
  event.reason ?? "",
  `${event.involvedObject.kind}/${event.involvedObject.name}`,
  (event.message ?? "").trim(),
];
