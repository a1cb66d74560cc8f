import { sortEvents } from "#kube/objects/event-order.ts";
import type { Event } from "#kube/types/cluster.ts";
import { EVENTS, eventAge } from "../session/events-of.ts";
import type { Manifest, Session } from "../session/session.ts";
import type { DescribeWriter } from "./writer.ts";

/** Inputs of a describer: the object, the output, and the session to read more. */
export interface DescribeContext {
  readonly session: Session;
  readonly writer: DescribeWriter;
  readonly object: Manifest;
  readonly showEvents: boolean;
}

/** Writes the description of one kind, its events included. */
export type Describer = (context: DescribeContext) => Promise<void> | void;

/** Reads the events about the object and writes them. */
export const describeEvents = async (
  { session, writer, object, showEvents }: DescribeContext,
  options: { readonly uids?: readonly string[]; readonly withKind?: boolean } = {},
): Promise<void> => {
  if (!showEvents) return;
  const { name, namespace, uid } = object.metadata;
  const events: Event[] = [];
  for (const eventUid of options.uids ?? [uid ?? ""]) {
    const parts = [`involvedObject.name=${name}`, `involvedObject.namespace=${namespace ?? ""}`, `involvedObject.uid=${eventUid}`];
    if (options.withKind !== false) parts.push(`involvedObject.kind=${object.kind}`);
    const response = await session.cluster.read({
      path: namespace === undefined ? "/api/v1/events" : `/api/v1/namespaces/${namespace}/${EVENTS.plural}`,
      query: { fieldSelector: parts.join(",") },
    });
    if (response.status === 200) events.push(...((response.body as { items?: readonly Event[] }).items ?? []));
  }
  writeEvents(writer, events);
};

/** Writes the table of events that ends a description. */
export const writeEvents = (writer: DescribeWriter, events: readonly Event[]): void => {
  if (events.length === 0) return writer.raw("Events:\t<none>\n");
  writer.flush();
  writer.raw("Events:\n  Type\tReason\tAge\tFrom\tMessage\n  ----\t------\t----\t----\t-------\n");
  for (const event of sortEvents(events)) {
    const message = (event.message ?? "").trim();
    const field = event.involvedObject.fieldPath;
    const source = event.source?.component || event.reportingComponent || "";
    writer.line(
      1,
      `${event.type ?? ""}\t${event.reason ?? ""}\t${eventAge(event, writer.nowMs)}\t${source}\t${field ? `${field}: ${message}` : message}`,
    );
  }
};

/** `ReplicaSet/web-5d4`: the object's controller; undefined when it has none. */
export const controllerText = (object: Manifest): string | undefined => {
  const owner = (object.metadata.ownerReferences ?? []).find((reference) => reference.controller === true);
  return owner === undefined ? undefined : `${owner.kind}/${owner.name}`;
};
