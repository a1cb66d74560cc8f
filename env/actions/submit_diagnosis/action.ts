import { z } from "zod";
import type { FaultType } from "#problems/diagnosis/ontology/fault-type.ts";
import { type ActionOutput, type ActionTool, defineAction } from "../action.ts";
import { invalid, jsonSchemaOf } from "../arguments.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { findJson } from "./find-json.ts";
import { parseRootCauses } from "./parse-root-causes.ts";

/** The tool where faults of these types can be named; the list is the same whatever is wrong. */
const toolFor = (types: readonly FaultType[]): ActionTool =>
  defineAction({
    name: "submit_diagnosis",
    description:
      "Submit the root cause: one entry per faulty object, with its kind and name and the type of the fault. Name the object that was changed, not the ones that suffer from it. " +
      "Several entries mean several independent root causes; an empty list means that nothing is wrong. Free text in `text` is accepted instead of the list. Only the first submission counts.",
    profiles: { kubectl: true, typed: true, readonly: true, conductor: true },
    mutating: false,
    arguments: {
      root_causes: leniently(rootCauses(types)).optional(),
      text: z
        .string()
        .optional()
        .describe(
          "Diagnosis in your own words: which object is faulty and in what way, or that nothing is wrong. Used when root_causes is missing or empty.",
        ),
    },
    withFaultTypes: toolFor,
    run: async (_context, { root_causes: given, text }) => {
      // A list that was written as words is looked for in them, unless there are others.
      if (typeof given === "string") return text === undefined ? submit(undefined, given) : invalid("root_causes must be a list.");
      return submit(given, text);
    },
  });

/** The root causes as a model is asked to write them. */
const rootCauses = (types: readonly FaultType[]) =>
  z
    .array(z.object({ resource: z.string().describe(RESOURCE_FORMS), fault_type: faultType(types) }))
    .describe(
      'Root causes, e.g. [{"resource": "secret/checkout-tls", "fault_type": "cert-expired"}]. Empty list: nothing is wrong. Each wrong entry counts against you.',
    );

const RESOURCE_FORMS =
  "kind/name in the application's namespace (deployment/checkout, service/checkout, configmap/checkout-config), kind/namespace/name elsewhere. " +
  "A pod or container counts as its workload, endpoints as their Service. " +
  "A node is node/name; a fault of several nodes is named by any or all of them, or by node/*. " +
  "A store's user is mongouser/name@database; the store's workload or database/name do as well. " +
  "A policy or ConfigMap may be named by the workload that it isolates or that reads it, if the type says what it is.";

const faultType = (types: readonly FaultType[]) =>
  types.length === 0
    ? z.string().describe("Type of the fault in a few words joined by dashes.")
    : z.enum(types.map(({ type }) => type)).describe(`Type of the fault:\n${types.map(({ type, line }) => `${type}: ${line}`).join("\n")}`);

/** Asks for a list in one form and takes what agents write instead: a single entry, other forms of entries, or text. */
const leniently = (asked: z.ZodType) =>
  z
    .unknown()
    .transform((given) => (typeof given === "string" ? given : [given].flat()))
    .meta(jsonSchemaOf(asked));

const submit = (list: readonly unknown[] | undefined, text: string | undefined): ActionOutput => {
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

export default toolFor([]);
