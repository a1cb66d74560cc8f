import type { ToolCall } from "#core/tool-call.ts";
import { defineAgent, type Play } from "../../agent.ts";
import { rankFindings } from "./choose-finding.ts";
import { RULES } from "./rules.ts";
import { readSpecifications } from "./specifications.ts";

/** Reads specifications, and never a pod, an event, a log, a metric or an alert: what it earns, the world gives away. */
export default defineAgent({
  id: "read-specifications",
  title: "reads specifications by fixed rules, and looks at no symptom",
  ignoresSymptoms: true,
  play: playBySpecifications,
});

function* playBySpecifications(): Play {
  const specs = yield* readSpecifications();
  const [found] = rankFindings(RULES, specs);
  const says = found?.says ?? "No specification is odd";
  const causes = found === undefined ? [] : [{ resource: found.resource, fault_type: found.type }];
  yield { call: { name: "submit_diagnosis", arguments: { root_causes: causes } }, says };
  for (const call of found?.repair ?? []) yield { call, says };
  const done: ToolCall = { name: "submit_mitigation", arguments: {} };
  yield { call: done, says };
}
