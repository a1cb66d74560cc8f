import { sortEvents } from "#kube/event-order.ts";
import type { Event } from "#kube/types/cluster.ts";
import { renderTable } from "../../render-table.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { EVENTS, eventAge } from "../events-of.ts";
import { flagTable } from "../flags.ts";
import { requireKind } from "../kinds.ts";
import { cleanObject } from "../print/objects.ts";
import { outputOf, renderOutput } from "../print/output.ts";
import { inTypeOrder } from "../print/typed-json.ts";
import type { Manifest, Session } from "../session.ts";

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
    if (args.on("watch")) throw new CommandFailure("watching (-w) is not available here: run the command again");
    const target = await targetOf(session);
    const query = target === undefined ? {} : { fieldSelector: `involvedObject.kind=${target.kind},involvedObject.name=${target.name}` };
    const listed = await session.list<Event>(EVENTS, session.allNamespaces ? undefined : session.namespace, query);
    const events = sortEvents(
      listed.filter((event) => types.length === 0 || types.some((type) => type.toLowerCase() === event.type?.toLowerCase())),
    );
    printEvents(session, events);
  },
});

const targetOf = async (session: Session): Promise<{ readonly kind: string; readonly name: string } | undefined> => {
  const text = session.args.text("for");
  if (!text) return undefined;
  const [kind, name, ...rest] = text.split("/");
  if (rest.length > 0) throw new CommandFailure("arguments in resource/name form may not have more than one slash");
  if (!kind || !name) throw new CommandFailure("--for must be in resource/name form");
  const row = await requireKind(session, kind).catch((failure: Error) => {
    throw new CommandFailure(failure.message, { complete: true });
  });
  return { kind: row.kind, name };
};

const printEvents = (session: Session, events: readonly Event[]): void => {
  const format = outputOf(session);
  // The real program cannot name the objects of its list, and does not tell so.
  if (format.kind === "name" && events.length > 0) return;
  if (format.kind !== "table" && format.kind !== "name") {
    const items = events.map((event) => cleanObject(event as unknown as Manifest, session.args.on("show-managed-fields")));
    if (format.kind === "json")
      return session.print(
        `${JSON.stringify({ kind: "EventList", apiVersion: "v1", metadata: {}, items: items.map(inTypeOrder) }, undefined, 4)}\n`,
      );
    return session.print(renderOutput(format, { apiVersion: "v1", items, kind: "EventList", metadata: {} }));
  }
  if (events.length === 0) {
    return session.note(session.allNamespaces ? "No events found." : `No events found in ${session.namespace} namespace.`);
  }
  const place = session.allNamespaces ? ["NAMESPACE"] : [];
  const header = [...place, "LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];
  const rows = events.map((event) => [
    ...(session.allNamespaces ? [event.metadata.namespace ?? ""] : []),
    eventAge(event, session.nowMs()),
    event.type ?? "",
    event.reason ?? "",
    `${event.involvedObject.kind}/${event.involvedObject.name}`,
    (event.message ?? "").trim().split("\n")[0] as string,
  ]);
  session.print(renderTable({ header, rows }, session.args.on("no-headers")));
};
