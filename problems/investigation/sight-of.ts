import type { ToolCall } from "#core/tool-call.ts";
import { commandOf } from "./read-clues.ts";

/** Words for what a call looks at: `deployment geo`, `the pods of geo`, `the priorityclasses`. */
export const sightOf = (call: ToolCall): string => {
  const command = commandOf(call);
  for (const { of, words } of SIGHTS) {
    const match = of.exec(command);
    if (match !== null) return words(match);
  }
  return OTHERS[call.name] ?? "what is behind it";
};

const SIGHTS: readonly { readonly of: RegExp; words(match: RegExpExecArray): string }[] = [
  { of: /^(?:describe|get) pods -l \S+=(\S+)/, words: ([, name]) => `the pods of ${name}` },
  { of: /^logs (?:\w+\/)?(\S+)/, words: ([, name]) => `the log of ${name}` },
  { of: /^(?:describe|get) (\w+)[ /](?!-)([\w.-]+)/, words: ([, kind, name]) => `${kind} ${name}` },
  { of: /^get events\b/, words: () => "the events" },
  { of: /^get (\w+)/, words: ([, kinds]) => `the ${kinds}` },
  { of: /^exec\b/, words: () => "the store's own answer" },
];

/** Words for looks of other tools, by the tool's name. */
const OTHERS: Readonly<Record<string, string>> = {
  run_on_node: "the machine itself",
  query_metrics: "the metrics",
  query_logs: "the logs",
  get_traces: "the traces",
};
