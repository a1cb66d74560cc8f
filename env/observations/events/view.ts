import { lastSeen, sortEvents } from "#kube/objects/event-order.ts";
import type { Event } from "#kube/types/cluster.ts";
import { fitList } from "../fit-list.ts";
import { listVisible } from "../list-visible.ts";
import { defineView } from "../view.ts";

const schema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      at: { type: "string" },
      type: { type: "string" },
      reason: { type: "string" },
      object: { type: "string" },
      message: { type: "string" },
      count: { type: "integer" },
    },
    required: ["at", "type", "reason", "object", "message", "count"],
  },
};

/** Default number of events, newest first. */
const LIMIT_DEFAULT = 50;

export default defineView({
  spec: {
    name: "events",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: "[]",
    params: ["limit"],
  },
  render: async ({ view, namespace, maxBytes, params }) => {
    const limit = typeof params["limit"] === "number" && params["limit"] > 0 ? params["limit"] : LIMIT_DEFAULT;
    const events = sortEvents(await listVisible<Event>(view, "events", namespace))
      .slice(-limit)
      .reverse();
    return fitList(
      events.map((event) => ({
        at: lastSeen(event),
        type: event.type ?? "",
        reason: event.reason ?? "",
        object: `${event.involvedObject.kind?.toLowerCase()}/${event.involvedObject.name}`,
        message: event.message ?? "",
        count: event.count ?? 1,
      })),
      maxBytes,
    );
  },
});
