import { parseJson } from "#core/parse-json.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import type { JudgedCase } from "./judge-diagnosis.ts";

/** Reads the diagnosis of an episode and its truth; undefined where none was submitted, or the record does not tell the truth. */
export const caseOf = ({ steps, verdicts }: Trajectory): JudgedCase | undefined => {
  const submitted = steps.flatMap(({ actions }) => actions).find(({ name }) => name === "submit_diagnosis");
  return submitted && judgedCase(verdicts, submitted.arguments_json ?? "");
};

/** Renders a submission and the truth that the explanation of its episode tells; undefined where it does not. */
export const judgedCase = (explanation: unknown, argumentsJson: string): JudgedCase | undefined => {
  const { truth, params = [] } = Object(explanation) as Answers;
  if (truth === undefined) return undefined;
  const details = params.map(({ fault, params: given }) => `(${fault} was made with ${JSON.stringify(given)})`);
  return {
    truth: truth.length === 0 ? [] : [...truth.map(({ resource, faultType }) => `${resource}: ${faultType}`), ...details],
    diagnosis: wordsOf(argumentsJson),
  };
};

interface Answers {
  readonly truth?: readonly { readonly resource: string; readonly faultType: string }[];
  readonly params?: readonly { readonly fault: string; readonly params: unknown }[];
}

/** Words of a submission; a list of causes is judged as it is written. */
const wordsOf = (argumentsJson: string): string => {
  const { text, root_causes: causes } = Object(parseJson(argumentsJson)) as { readonly text?: string; readonly root_causes?: unknown };
  const isListed = Array.isArray(causes) && (causes.length > 0 || text === undefined);
  return isListed ? (causes.length === 0 ? "Nothing is wrong." : JSON.stringify(causes)) : (text ?? "");
};
