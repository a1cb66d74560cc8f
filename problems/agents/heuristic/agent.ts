import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { defineAgent, type Move, type Play, type Sight, type Start } from "../../agent.ts";
import { investigate } from "../../investigation/investigate.ts";
import { capitalise } from "../../investigation/leads.ts";
import { type Notebook, openNotebook } from "../../investigation/notebook.ts";
import { SURVEY } from "../../investigation/survey.ts";
import { LAST_THEORIES } from "./last-theories.ts";
import { NODE_THEORIES } from "./node-theories.ts";
import { POD_THEORIES } from "./pod-theories.ts";
import type { Finding, Theory } from "./theory.ts";
import { TRAFFIC_THEORIES } from "./traffic-theories.ts";

/** Follows what stands out, the gravest first, and compares it with what it knows of mechanisms: a baseline that is told nothing. */
export default defineAgent({ id: "heuristic", title: "reads symptoms and knows mechanisms, and nothing else", play: playByExperience });

/** Signs that end the search. Those that explain others come first: effects often look like a mechanism of their own. */
const CERTAIN = [...TRAFFIC_THEORIES, ...POD_THEORIES, ...NODE_THEORIES];

/** Signs that count when there are no others. */
const ANY = [...CERTAIN, ...LAST_THEORIES];

function* playByExperience({ text }: Start, rng: Rng): Play {
  const notebook = openNotebook(text);
  if (!(yield* search(notebook, text, rng))) yield* lookFurther(notebook);
  const found = recognise(notebook, ANY);
  yield diagnosisOf(found);
  for (const call of found?.finding.repair ?? []) yield* notebook.look({ call, says: `Repair ${found?.finding.resource}.` });
  if (found !== undefined) yield* giveTime(notebook);
  yield { call: { name: "submit_mitigation", arguments: {} }, says: "That is all that can be seen." };
}

/** Looks around until something is recognised and confirmed. @returns false: all was looked at */
function* search(notebook: Notebook, text: string, rng: Rng): Generator<Move, boolean, Sight> {
  for (;;) {
    yield* investigate(notebook, text, { rng, rank: ({ clue }) => clue.weight, isDone: () => recognise(notebook, CERTAIN) !== undefined });
    const found = recognise(notebook, CERTAIN);
    const confirm = found?.finding.confirm;
    if (confirm === undefined || notebook.wasMade(confirm)) return found !== undefined;
    yield* notebook.look({ call: confirm, says: `Is it that? ${capitalise(found?.finding.says ?? "")}.` });
  }
}

interface Recognised {
  readonly type: string;
  readonly finding: Finding;
}

const recognise = (notebook: Notebook, theories: readonly Theory[]): Recognised | undefined => {
  for (const { type, recognise: find } of theories) {
    const [finding] = find(notebook);
    if (finding !== undefined) return { type, finding };
  }
  return undefined;
};

/** Looks at what belongs to no object that stands out: taints and name servers. */
function* lookFurther(notebook: Notebook): Generator<Move, void, Sight> {
  if (notebook.clues.some(({ says }) => says.includes("untolerated taint")))
    yield* notebook.look({ call: TAINTS, says: "Pods wait for a node: which taints are there?" });
  yield* notebook.look({ call: NAME_SERVERS, says: "Nothing explains itself so far: do names resolve?" });
}

const TAINTS = kubectl("get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints[*].key");
const NAME_SERVERS = kubectl("get configmap coredns -n kube-system -o json");

const diagnosisOf = (found: Recognised | undefined): Move => {
  const causes = found === undefined ? [] : [{ resource: found.finding.resource, fault_type: found.type }];
  const call: ToolCall = { name: "submit_diagnosis", arguments: { root_causes: causes } };
  return { call, says: found === undefined ? "Nothing that was seen is a mechanism that I know." : `${capitalise(found.finding.says)}.` };
};

function* giveTime(notebook: Notebook): Generator<Move, void, Sight> {
  yield* notebook.look({ call: { name: "wait", arguments: { seconds: 30 } }, says: "Give it time to take effect." });
  yield* notebook.look({ call: SURVEY.pods.call, says: "Are all pods ready?" });
}
