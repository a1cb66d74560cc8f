import { agentNames, policyNames } from "#env/catalogue/policy-names.ts";
import type { CliOption } from "../command.ts";
import { CliError } from "../errors/cli-error.ts";
import { MODEL_POLICY } from "./model-options.ts";
import { listOfText } from "./option-values.ts";

const names = (): readonly string[] => [...policyNames(), MODEL_POLICY].sort();

const parsePolicy = (text: string): string => {
  const name = text === "noop" ? "no-op" : text;
  if (names().includes(name)) return name;
  throw new CliError(`there is no policy ${JSON.stringify(text)}; there are ${names().join(", ")}`);
};

export const POLICY_OPTION: CliOption = {
  flags: "--policy <name>",
  description: `who plays: ${names().join(", ")}`,
  fallback: "expert",
  parse: parsePolicy,
};

export const POLICIES_OPTION: CliOption = {
  flags: "--policy <names>",
  description: `who plays each task, separated by commas: ${names().join(", ")}`,
  fallback: ["expert"],
  parse: (text) => listOfText(text).map(parsePolicy),
};

export const REFERENCE_OPTION: CliOption = {
  flags: "--reference <name>",
  description: `agent that values states: ${agentNames().join(", ")}`,
  fallback: "heuristic",
  parse: (text) => {
    if (agentNames().includes(text)) return text;
    throw new CliError(`there is no agent ${JSON.stringify(text)}; there are ${agentNames().join(", ")}`);
  },
};
