import type { FaultType } from "#problems/diagnosis/ontology/fault-type.ts";
import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { findJson } from "./find-json.ts";
import { parseRootCauses } from "./parse-root-causes.ts";

/** The tool where faults of these types can be named; the list is the same whatever is wrong. */
const toolFor = (types: readonly FaultType[]): ActionTool => {
  const spec = specFor(types);
  return { spec, run: async (_context, given) => submit(spec, given), withFaultTypes: toolFor };
};

const specFor = (types: readonly FaultType[]): ActionTool["spec"] => ({
  name: "submit_diagnosis",
  description:
    "Submits what the root cause is: one entry per defective object, with its kind and name and the type of the defect. Name the object that was changed, not the ones that suffer from it. " +
    "Several entries mean several independent root causes; an empty list says that nothing is wrong. Instead of the list, a text in your own words is possible. Only the first submission counts.",
  inputSchema: inputSchema({
    root_causes: {
      type: "array",
      description:
        'The root causes, e.g. [{"resource": "secret/checkout-tls", "fault_type": "cert-expired"}]. Empty: nothing is wrong. Each wrong entry costs.',
      items: {
        type: "object",
        properties: {
          resource: { type: "string", description: RESOURCE_FORMS },
          fault_type: { type: "string", ...describeTypes(types) },
        },
        required: ["resource", "fault_type"],
      },
    },
    text: {
      type: "string",
      description:
        "The diagnosis in your own words: which object is defective and in what way, or that nothing is wrong. Used when root_causes is missing or empty.",
    },
  }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
});

const RESOURCE_FORMS =
  "kind/name in the application's namespace (deployment/checkout, service/checkout, configmap/checkout-config), kind/namespace/name elsewhere. " +
  "A pod or container counts as its workload, endpoints as their Service. " +
  "A node is node/name; a defect of several nodes is named by any or all of them, or by node/*. " +
  "A store's user is mongouser/name@database; the store's workload or database/name do as well. " +
  "A policy or ConfigMap may be named by the workload that it isolates or that reads it, if the type says what it is.";

const describeTypes = (types: readonly FaultType[]): { readonly description: string; readonly enum?: readonly string[] } => {
  if (types.length === 0) return { description: "The type of the defect in a few words joined by dashes." };
  return {
    description: `The type of the defect:\n${types.map(({ type, line }) => `${type}: ${line}`).join("\n")}`,
    enum: types.map(({ type }) => type),
  };
};

const submit: (spec: ActionTool["spec"], given: Readonly<Record<string, unknown>>) => ReturnType<ActionTool["run"]> = async (
  spec,
  given,
) => {
  const checked = checkArguments(spec, asArguments(given));
  if (!checked.ok) return checked.output;
  const { root_causes: list, text } = checked.args as { readonly root_causes?: readonly unknown[]; readonly text?: string };
  // An empty list beside words is a form filled in by habit: the words are what was meant.
  const isInWords = text !== undefined && text.trim() !== "" && (list === undefined || list.length === 0);
  if (list === undefined && !isInWords)
    return invalid("Give root_causes, a list that is empty when nothing is wrong, or text, a diagnosis in your own words.");
  const parsed = isInWords ? findJson(text) : parseRootCauses(list ?? []);
  if (parsed === undefined) return { ...accepted, content: "Your diagnosis is submitted.", diagnosis: { text: text ?? "" } };
  if (!parsed.ok) return invalid(parsed.problem);
  const said = parsed.pairs.map(({ resource, faultType }) => `${resource} (${faultType})`).join(", ");
  return { ...accepted, content: `Your diagnosis is submitted: ${said || "nothing is wrong"}.`, diagnosis: { pairs: parsed.pairs } };
};

const accepted = { status: "OK", hadEffect: false, costMs: ACTION_COSTS_MS.submit_diagnosis } as const;

/** Arguments with a single root cause as a list of it, and a list given as text as a text, in which JSON is looked for. */
const asArguments = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { root_causes: list, ...rest } = given;
  if (typeof list === "object" && list !== null && !Array.isArray(list)) return { ...rest, root_causes: [list] };
  return typeof list === "string" && rest["text"] === undefined ? { ...rest, text: list } : given;
};

export default defineAction(toolFor([]));
