import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { parseRootCauses } from "./parse-root-causes.ts";

const spec: ActionTool["spec"] = {
  name: "submit_diagnosis",
  description:
    "Submits what the root cause is: one entry per defective object, with its kind and name and the type of the defect. Name the object that was changed, not the ones that suffer from it. " +
    "Several entries mean several independent root causes; an empty list says that nothing is wrong. Instead of the list, a text in your own words is possible. Only the first submission counts.",
  inputSchema: inputSchema({
    root_causes: {
      type: "array",
      description:
        'The root causes, e.g. [{"resource": "secret/checkout-tls", "fault_type": "certificate-expired"}]. Empty: nothing is wrong.',
      items: {
        type: "object",
        properties: {
          resource: {
            type: "string",
            description: "kind/name in the application's namespace, kind/namespace/name elsewhere, node/name for nodes.",
          },
          fault_type: { type: "string", description: "The type of the defect in a few words joined by dashes." },
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
};

const accepted = { status: "OK", hadEffect: false, costMs: ACTION_COSTS_MS.submit_diagnosis } as const;

export default defineAction({
  spec,
  run: async (_context, given) => {
    const single = given["root_causes"];
    const args = typeof single === "object" && single !== null && !Array.isArray(single) ? { ...given, root_causes: [single] } : given;
    const checked = checkArguments(spec, args);
    if (!checked.ok) return checked.output;
    const { root_causes: list, text } = checked.args as { readonly root_causes?: readonly unknown[]; readonly text?: string };
    // An empty list beside words is a form filled in by habit: the words are what was meant.
    const isInWords = text !== undefined && text.trim() !== "" && (list === undefined || list.length === 0);
    if (list !== undefined && !isInWords) {
      const parsed = parseRootCauses(list);
      if (!parsed.ok) return invalid(parsed.problem);
      const content =
        parsed.pairs.length === 0
          ? "Your diagnosis is submitted: nothing is wrong."
          : `Your diagnosis is submitted: ${parsed.pairs.map(({ resource, faultType }) => `${resource} (${faultType})`).join(", ")}.`;
      return { ...accepted, content, diagnosis: { pairs: parsed.pairs } };
    }
    if (!isInWords) return invalid("Give root_causes, a list that is empty when nothing is wrong, or text, a diagnosis in your own words.");
    return { ...accepted, content: "Your diagnosis is submitted.", diagnosis: { text } };
  },
});
