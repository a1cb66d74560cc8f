import { isSameCall, type ToolCall } from "#core/tool-call.ts";
import { type Evidence, isShownBy } from "#injectors/evidence.ts";
import type { Move, Sight } from "../agent.ts";
import { type Clue, readClues } from "./read-clues.ts";

/** Everything that an agent has seen so far, in order. */
export interface Notebook {
  readonly notes: readonly Note[];
  /** Clues in the answers, in the order in which they were seen; each once. */
  readonly clues: readonly Clue[];
  /** Makes a move and notes the answer. */
  look(move: Move): Generator<Move, string, Sight>;
  wasMade(call: ToolCall): boolean;
  /** True if the name occurs in anything seen. */
  mentions(name: string): boolean;
  /** True if one answer shows the evidence. */
  hasSeen(evidence: Pick<Evidence, "shows">): boolean;
}

/** A call and its answer. */
export interface Note {
  readonly call: ToolCall;
  readonly content: string;
  /** Clues in the answer. */
  readonly clues: readonly Clue[];
}

/** Opens a notebook with the first observation. */
export const openNotebook = (first: string): Notebook => {
  const notes: Note[] = [];
  const clues: Clue[] = [];
  const isNew = ({ about, says }: Clue) => !clues.some((known) => known.about === about && known.says === says);
  return {
    notes,
    clues,
    *look(move) {
      const { content } = yield move;
      const own = readClues(move.call, content);
      notes.push({ call: move.call, content, clues: own });
      for (const clue of [...own, ...resolveAddresses(clues, notes)]) if (isNew(clue)) clues.push(clue);
      return content;
    },
    wasMade: (call) => notes.some((note) => isSameCall(note.call, call)),
    mentions: (name) => first.includes(name) || notes.some(({ content }) => content.includes(name)),
    hasSeen: (evidence) => notes.some(({ content }) => isShownBy(content, evidence)),
  };
};

/** Clues about the Services behind the addresses that callers do not get through to, as far as they were listed. */
const resolveAddresses = (clues: readonly Clue[], notes: readonly Note[]): readonly Clue[] =>
  clues.flatMap(({ about }) => {
    const address = /^address\/(.+)$/.exec(about)?.[1];
    if (address === undefined) return [];
    const listed = notes.flatMap(
      ({ content }) => new RegExp(`^(\\S+) +\\w+ +${address.replaceAll(".", "\\.")} `, "m").exec(content)?.[1] ?? [],
    );
    return listed
      .slice(0, 1)
      .map((name): Clue => ({ about: `service/${name}`, says: `callers of service ${name} at ${address} do not get through`, weight: 3 }));
  });
