import { readAlerts } from "../../actions/alerts-of.ts";
import { fitList } from "../fit-list.ts";
import { defineView } from "../view.ts";

const schema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      name: { type: "string" },
      state: { enum: ["firing", "pending", "inactive"] },
      labels: { type: "object" },
      active_at: { type: "string" },
      summary: { type: "string" },
    },
    required: ["name", "state", "labels"],
  },
};

export default defineView({
  spec: {
    name: "alerts",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: "[]",
  },
  render: async ({ view, maxBytes }) => {
    const read = await readAlerts(view);
    const alerts = "refused" in read ? [] : read.alerts;
    return fitList(
      alerts.map(({ labels: { alertname, ...labels }, state, activeAt, annotations }) => ({
        name: alertname ?? "",
        state,
        labels,
        ...(activeAt !== undefined && { active_at: activeAt }),
        ...(annotations?.["summary"] !== undefined && { summary: annotations["summary"] }),
      })),
      maxBytes,
    );
  },
});
