import { kubectl, onNode, type ToolCall } from "#core/tool-call.ts";
import { isSameCall, type Notebook } from "./notebook.ts";
import { type Clue, commandOf, componentOfClue } from "./read-clues.ts";

/** A look that a clue asks for and that was not made yet. */
export interface Lead {
  readonly clue: Clue;
  /** Name of the component, node or object that it leads to. */
  readonly name: string;
  readonly call: ToolCall;
  readonly says: string;
}

/** Leads that are open, in the order in which their clues were seen. */
export const openLeads = (notebook: Notebook): readonly Lead[] => {
  const leads: Lead[] = [];
  for (const clue of notebook.clues)
    for (const { call, purpose } of looksFor(clue)) {
      if (isKnown(notebook, call, componentOfClue(clue)) || leads.some((lead) => isSameCall(lead.call, call))) continue;
      leads.push({ clue, name: componentOfClue(clue), call, says: `${capitalise(clue.says)}; ${purpose}.` });
    }
  return leads;
};

interface Look {
  readonly call: ToolCall;
  readonly purpose: string;
}

const looksFor = (clue: Clue): readonly Look[] => {
  const [kind = "", name = ""] = clue.about.split("/");
  return (LOOKS[kind] ?? NO_LOOKS)(name, clue);
};

const NO_LOOKS = (): readonly Look[] => [];

/** Looks by the kind of object, from its own state to what runs behind it. */
const LOOKS: Readonly<Record<string, (name: string, clue: Clue) => readonly Look[]>> = {
  pod: (name, { says }) => [
    { call: kubectl(`describe pod ${name}`), purpose: "its events tell why" },
    ...(/Crash|Error|restarted|BackOff/.test(says) ? [{ call: kubectl(`logs ${name} --tail=25`), purpose: "read what it said last" }] : []),
  ],
  deployment: (name) => [{ call: kubectl(`describe deployment ${name}`), purpose: "see what it asks for" }],
  statefulset: (name) => [{ call: kubectl(`describe statefulset ${name}`), purpose: "see what it asks for" }],
  service: (name) => [
    { call: kubectl(`describe service ${name}`), purpose: "see what it selects and where it leads" },
    { call: kubectl(`describe deployment ${name}`), purpose: "see what runs behind it" },
    { call: kubectl("get networkpolicies"), purpose: "see whether a policy stands between" },
  ],
  component: (name) => [{ call: kubectl(`logs deployment/${name} --tail=25`), purpose: "its log names what it waits for" }],
  address: () => [{ call: kubectl("get services"), purpose: "find the Service that has this address" }],
  node: (name) => [
    { call: kubectl(`describe node ${name}`), purpose: "see its conditions" },
    { call: onNode(name, "systemctl status kubelet"), purpose: "see whether its kubelet runs" },
  ],
  configmap: (name) => [{ call: kubectl(`describe configmap ${name}`), purpose: "see what it says" }],
  networkpolicy: (name) => [{ call: kubectl(`describe networkpolicy ${name}`), purpose: "see what it lets through" }],
};

/** True if the look was made; one log of a component tells what the others do. */
const isKnown = (notebook: Notebook, call: ToolCall, component: string): boolean =>
  notebook.wasMade(call) || (isLog(call) && notebook.notes.some((note) => isLog(note.call) && commandOf(note.call).includes(component)));

const isLog = (call: ToolCall): boolean => commandOf(call).startsWith("logs ");

/** The text with a capital at its beginning, unless it begins with an object's name. */
export const capitalise = (text: string): string => (/^\S*[/\d-]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
