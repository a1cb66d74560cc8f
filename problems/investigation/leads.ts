import { isSameCall, kubectl, onNode, type ToolCall } from "#core/tool-call.ts";
import type { Notebook } from "./notebook.ts";
import type { PhraseName } from "./phrases.ts";
import { type Clue, commandOf, componentOfClue } from "./read-clues.ts";

/** A look that a clue asks for and that was not made yet. */
export interface Lead {
  readonly clue: Clue;
  /** Name of the component, node or object that it leads to. */
  readonly name: string;
  readonly call: ToolCall;
  /** Words for what it is to show. */
  readonly purpose: PhraseName;
}

/** Leads that are open, in the order in which their clues were seen. */
export const openLeads = (notebook: Notebook): readonly Lead[] => {
  const leads: Lead[] = [];
  for (const clue of notebook.clues)
    for (const { call, purpose } of looksFor(clue)) {
      if (isKnown(notebook, call, componentOfClue(clue)) || leads.some((lead) => isSameCall(lead.call, call))) continue;
      leads.push({ clue, name: componentOfClue(clue), call, purpose });
    }
  return leads;
};

type Look = Pick<Lead, "call" | "purpose">;

const looksFor = (clue: Clue): readonly Look[] => {
  const [kind = "", name = ""] = clue.about.split("/");
  return (LOOKS[kind] ?? NO_LOOKS)(name, clue);
};

const NO_LOOKS = (): readonly Look[] => [];

/** Looks by the kind of object, from its own state to what runs behind it. */
const LOOKS: Readonly<Record<string, (name: string, clue: Clue) => readonly Look[]>> = {
  pod: (name, { says }) => [
    { call: kubectl(`describe pod ${name}`), purpose: "podEvents" },
    ...(/Crash|Error|restarted|BackOff/.test(says) ? [{ call: kubectl(`logs ${name} --tail=25`), purpose: "podLog" as const }] : []),
  ],
  deployment: (name) => [{ call: kubectl(`describe deployment ${name}`), purpose: "template" }],
  statefulset: (name) => [{ call: kubectl(`describe statefulset ${name}`), purpose: "template" }],
  service: (name) => [
    { call: kubectl(`describe service ${name}`), purpose: "serviceItself" },
    { call: kubectl(`describe deployment ${name}`), purpose: "behind" },
    { call: kubectl("get networkpolicies"), purpose: "between" },
  ],
  component: (name) => [{ call: kubectl(`logs deployment/${name} --tail=25`), purpose: "callerLog" }],
  address: () => [{ call: kubectl("get services"), purpose: "address" }],
  node: (name) => [
    { call: kubectl(`describe node ${name}`), purpose: "nodeItself" },
    { call: onNode(name, "systemctl status kubelet"), purpose: "kubelet" },
  ],
  configmap: (name) => [{ call: kubectl(`describe configmap ${name}`), purpose: "configMap" }],
  networkpolicy: (name) => [{ call: kubectl(`describe networkpolicy ${name}`), purpose: "policyItself" }],
};

/** True if the look was made; one log of a component tells what the others do. */
const isKnown = (notebook: Notebook, call: ToolCall, component: string): boolean =>
  notebook.wasMade(call) || (isLog(call) && notebook.notes.some((note) => isLog(note.call) && commandOf(note.call).includes(component)));

const isLog = (call: ToolCall): boolean => commandOf(call).startsWith("logs ");
