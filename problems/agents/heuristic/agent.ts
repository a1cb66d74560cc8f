import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { defineAgent, type Move, type Play, type Sight, type Start } from "../../agent.ts";
import { investigate } from "../../investigation/investigate.ts";
import { type Notebook, openNotebook } from "../../investigation/notebook.ts";
import { capitalise, openSpeaker, type Speaker } from "../../investigation/speaker.ts";
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
  const found: Recognised[] = [];
  const speaker = openSpeaker(rng.stream("words of experience"));
  let notebook = openNotebook(text);
  let isWrong = true;
  while (isWrong && found.length < CAUSES_MAX) {
    const cause = yield* findCause(notebook, { text, rng, found, speaker });
    if (cause === undefined) break;
    found.push(cause);
    for (const call of cause.finding.repair) yield* notebook.look({ call, says: speaker.say("repairs", { what: cause.finding.resource }) });
    // What it cannot mend stays wrong, and hides whatever else there is.
    if (cause.finding.repair.length === 0) break;
    notebook = openNotebook(text); // what was seen before the repair counts no more
    isWrong = yield* looksWrong(notebook, speaker);
  }
  yield diagnosisOf(found, speaker);
  yield { call: { name: "submit_mitigation", arguments: {} }, says: speaker.say("allSeen") };
}

/** Causes that are looked for at most, one after the other. */
const CAUSES_MAX = 2;

interface Recognised {
  readonly type: string;
  readonly finding: Finding;
}

interface Search {
  readonly text: string;
  readonly rng: Rng;
  readonly speaker: Speaker;
  /** Causes that were found and mended before, which are not found again. */
  readonly found: readonly Recognised[];
}

/** Looks around until a cause is recognised and confirmed; undefined: all was looked at. */
function* findCause(notebook: Notebook, { text, rng, found, speaker }: Search): Generator<Move, Recognised | undefined, Sight> {
  const certain = () => recognise(notebook, CERTAIN, found);
  for (;;) {
    yield* investigate(notebook, text, { rng, rank: ({ clue }) => clue.weight, isDone: () => certain() !== undefined });
    const cause = certain();
    if (cause === undefined) break;
    const { confirm, says } = cause.finding;
    if (confirm === undefined || notebook.wasMade(confirm)) return cause;
    yield* notebook.look({ call: confirm, says: speaker.say("confirm", { finding: says }) });
  }
  yield* lookFurther(notebook, speaker);
  return recognise(notebook, found.length === 0 ? ANY : CERTAIN, found);
}

const recognise = (notebook: Notebook, theories: readonly Theory[], found: readonly Recognised[]): Recognised | undefined => {
  for (const { type, recognise: find } of theories) {
    const finding = find(notebook).find(({ resource }) => found.every((known) => known.finding.resource !== resource));
    if (finding !== undefined) return { type, finding };
  }
  return undefined;
};

/** Looks at what belongs to no object that stands out: taints and name servers. */
function* lookFurther(notebook: Notebook, speaker: Speaker): Generator<Move, void, Sight> {
  if (notebook.clues.some(({ says }) => says.includes("untolerated taint")))
    yield* notebook.look({ call: TAINTS, says: speaker.say("taints") });
  yield* notebook.look({ call: NAME_SERVERS, says: speaker.say("nameServers") });
}

const TAINTS = kubectl("get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints[*].key");
const NAME_SERVERS = kubectl("get configmap coredns -n kube-system -o json");

/** Waits until a repair has taken effect, and looks whether users or pods still suffer. */
function* looksWrong(notebook: Notebook, speaker: Speaker): Generator<Move, boolean, Sight> {
  yield* notebook.look({ call: { name: "wait", arguments: { seconds: EFFECT_S } }, says: speaker.say("settle") });
  yield* notebook.look({ call: SURVEY.pods.call, says: speaker.say("readyAgain") });
  yield* notebook.look({ call: SURVEY.alerts.call, says: speaker.say("stillFiring") });
  return notebook.clues.some(({ weight }) => weight > 1);
}

/** Time in which a rollout ends and alerts resolve, s. */
const EFFECT_S = 150;

const diagnosisOf = (found: readonly Recognised[], speaker: Speaker): Move => {
  const causes = found.map(({ type, finding: { resource } }) => ({ resource, fault_type: type }));
  const call: ToolCall = { name: "submit_diagnosis", arguments: { root_causes: causes } };
  const says = found.map(({ finding }) => `${capitalise(finding.says)}.`).join(" ");
  return { call, says: says === "" ? speaker.say("unknown") : says };
};
