import { missingOf } from "./report.ts";
import type { ReportView } from "./report-view.ts";

/** Facts of a report beside its results, by name: who was evaluated how, on what, and when. */
export const reportFacts = ({ report, measured }: ReportView): readonly (readonly [name: string, fact: string])[] => {
  const { suite, agent, command, settings = {}, provenance, episodes, results } = report;
  const days = [...measured.values()].map(({ began_at }) => began_at).sort();
  const model = Object.entries(settings).filter(([name, value]) => MODEL_SETTINGS.includes(name) && value !== undefined);
  return [
    ["agent", agent],
    ...(settings["agent_version"] === undefined ? [] : [["version", `${settings["agent_version"]}`] as const]),
    ...(command === undefined ? [] : [["command", command] as const]),
    ...(model.length === 0 ? [] : [["model", model.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ")] as const]),
    ["suite", suite],
    ...(missingOf(report) === 0 ? [] : [["partial", `${results.length} of ${episodes} episodes have been played`] as const]),
    ["played on", `kubedrill ${provenance.server_version}, build ${short(provenance.build_digest)}, backend ${provenance.backend}`],
    ...(days.length === 0 ? [] : [["played from", `${days[0]} to ${days.at(-1)} (starts of the first and the last episode)`] as const]),
  ];
};

const MODEL_SETTINGS: readonly string[] = [
  "model",
  "temperature",
  "model_seed",
  "answer_tokens",
  "tool_tokens",
  "context_tokens",
  "request",
];

const short = (digest = ""): string => digest.replace("sha256:", "").slice(0, 12);
