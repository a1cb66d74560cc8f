import type { Span } from "./compile-words.ts";
import type { Mention } from "./find-mentions.ts";
import { DENIAL_AFTER, DENIAL_BEFORE, REPAIR, TO_WATCH, VICTIMS } from "./phrases.ts";
import type { Clause } from "./split-clauses.ts";
import type { Naming } from "./vocabulary.ts";

/** Spans of mechanisms, symptoms, names and effects in a sentence. */
export interface Marks {
  readonly sentence: string;
  readonly namings: readonly Naming[];
  readonly symptoms: readonly Span[];
  readonly mentions: readonly Mention[];
  /** Clauses that tell what the cause leads to. */
  readonly effects: readonly Span[];
}

/** A piece of a coordination: "A", "B" and "C's selector" in "A, B and C's selector". */
export interface Piece extends Span {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly namings: readonly Naming[];
  readonly hasSymptom: boolean;
  readonly isDenied: boolean;
  readonly isVictim: boolean;
}

/** Splits a clause into the pieces that it coordinates; in a second choice nothing is denied. */
export const splitPieces = (clause: Clause, marks: Marks, isSecond: boolean): readonly Piece[] => {
  const blank = blanked(marks, clause);
  const pieces = findSpans(clause, marks, blank).map((span) => markPiece(span, marks, blank));
  const isDenied = isSecond ? () => false : deniedPieces(pieces, marks.sentence);
  return pieces.map((piece, i) => ({
    ...piece,
    isDenied: isDenied(i) || TO_WATCH.test(piece.text) || REPAIR.test(piece.text.trim()),
    isVictim: piece.namings.length === 0 && VICTIMS.test(piece.text),
  }));
};

/** The sentence with mechanisms and symptoms blotted out, so that denials inside them are not seen. */
const blanked = ({ sentence, namings, symptoms }: Marks, clause: Clause): string => {
  let text = sentence;
  for (const { from, to } of [...namings, ...symptoms]) text = `${text.slice(0, from)}${"\u25a0".repeat(to - from)}${text.slice(to)}`;
  return text.slice(0, clause.to);
};

const findSpans = (clause: Clause, { namings, mentions }: Marks, blank: string): readonly Span[] => {
  const whole = [...namings, ...mentions];
  const cuts = [...blank.slice(clause.from).matchAll(SEPARATORS)]
    .map(({ index, 0: found }) => ({ from: clause.from + index, to: clause.from + index + found.length }))
    .filter(({ from }) => !whole.some((span) => span.from < from && from < span.to));
  const ends = [...cuts.map(({ from }) => from), clause.to];
  return [clause.from, ...cuts.map(({ to }) => to)].map((from, i) => ({ from, to: ends[i] as number }));
};

const SEPARATORS = /,? (?:and|or|nor|plus|as well as|and\/or|&|\+) |, ?/g;

type MarkedPiece = Omit<Piece, "isDenied" | "isVictim">;

const markPiece = ({ from, to }: Span, marks: Marks, blank: string): MarkedPiece => {
  const isWithin = (span: Span): boolean => from <= span.from && span.from < to;
  return {
    from,
    to,
    text: blank.slice(from, to),
    namings: marks.namings.filter(isWithin),
    mentions: marks.mentions.filter(isWithin),
    hasSymptom: marks.symptoms.some(isWithin),
  };
};

/** Tells which pieces are denied: by words before them, by what is said after them, or with the list that they belong to. */
const deniedPieces = (pieces: readonly MarkedPiece[], sentence: string): ((i: number) => boolean) => {
  const before: boolean[] = [];
  for (const [i, piece] of pieces.entries()) {
    const last = pieces[i - 1];
    const isContinued = last !== undefined && before[i - 1] === true && /\bnor\b/.test(sentence.slice(last.to, piece.from));
    before.push(isContinued || isDeniedBefore(piece, isMarked(last) && before[i - 1] === true));
  }
  const after: boolean[] = [];
  for (const [i, { from, to, text }] of [...pieces.entries()].reverse())
    after[i] = DENIAL_AFTER.test(text.replace(RIGHT_VALUE, "")) || (after[i + 1] === true && !STATEMENT.test(sentence.slice(from, to)));
  return (i) => before[i] === true || after[i] === true;
};

const isMarked = (piece: MarkedPiece | undefined): boolean => piece !== undefined && piece.namings.length + piece.mentions.length > 0;

/** "Neither A nor B": the denial holds for what is coordinated with it. */
const isDeniedBefore = ({ from, text, namings, mentions }: MarkedPiece, isCoordinatedDenial: boolean): boolean => {
  const start = Math.min(text.length, ...[...namings, ...mentions].map((span) => Math.max(0, span.from - from)));
  const head = text.slice(0, start);
  return (
    DENIAL_BEFORE.test(head.slice(-DENIAL_REACH)) ||
    (namings.length > 0 && namings.every((naming) => DENIED_VERB.test(text.slice(0, Math.max(0, naming.from - from))))) ||
    (isCoordinatedDenial && !/\bits\b/.test(head) && head.trim().split(/\s+/).length <= 3)
  );
};

/** "geo is not" scaled to zero: a denial between the subject and what is said of it. */
const DENIED_VERB = /(?:\b(?:is|are|was|were|has|have|had)(?: not|n't)(?: been| being| even| really)?|\bnever) $/;

/** The value that would be right says nothing of what has another one: "port 14270 (14269 is right)". */
const RIGHT_VALUE =
  /(?:port )?(?<![\w.-])(?::?\d{2,5}|\/[\w/-]+) (?:is|was|would be|being) (?:the )?(?:right|correct|proper|valid|expected)(?: one| port| value| path)?/g;

/** Characters before a name or mechanism in which a denial means it. */
const DENIAL_REACH = 45;

/** Says something of its subject; a piece without it is an item of a list: "probes, limits and selectors are all fine". */
const STATEMENT =
  /\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|gets?|looks?|seems?|works?|worked|stays?|remains?|appears?|checks?|runs?|asks?|points?|sends?|blocks?|selects?|matches|lacks?|fails?|crash\w*|stopped|died|lost|no|not|zero|0|wrong|bad|missing|invalid|incorrect|broken|nonexistent|non-existent|deleted|removed|revoked|mis\w+|too)\b|n't\b/;
