import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { WordedClaim } from "#rewards/diagnosis-statement.ts";
import type { Span } from "./compile-words.ts";
import { findMentions, type Mention } from "./find-mentions.ts";
import { blameOf, claimOf } from "./name-resource.ts";
import {
  BLAME,
  DENIAL_AFTER,
  DENIAL_BEFORE,
  EQUAL_HEDGE,
  FIRST_CHOICE,
  HISTORY,
  REPAIR,
  SECOND_CHOICE,
  TO_WATCH,
  VICTIMS,
} from "./phrases.ts";
import { beginsWithEffect, type Clause, splitClauses } from "./split-clauses.ts";
import { findMechanisms, type Naming, symptomSpans, type Vocabulary } from "./vocabulary.ts";

/** Something that a text may present as a root cause. */
export interface Suspicion {
  readonly claim: WordedClaim;
  readonly component: AppComponent | undefined;
  readonly mention: Mention | undefined;
  /** Called the cause, the culprit or the fault in so many words. */
  readonly isBlamed: boolean;
  readonly isAlternative: boolean;
  readonly isSecond: boolean;
}

/** Mentions that "it" and "its" refer to. */
export type Antecedent = readonly Mention[];

interface Context {
  readonly app: AppRecord;
  readonly vocabulary: Vocabulary;
  readonly antecedent: Antecedent;
  /** True after a first choice was named. */
  readonly hasFirstChoice: boolean;
}

interface SentenceReading {
  readonly suspicions: readonly Suspicion[];
  readonly antecedent: Antecedent;
}

/** Reads one sentence: where it names a cause and its effect, the cause alone is suspected. */
export const readSentence = (sentence: string, context: Context): SentenceReading => {
  const namings = findMechanisms(sentence, context.vocabulary);
  const symptoms = symptomSpans(sentence, context.vocabulary);
  const mentions = findMentions(sentence, context.app);
  const marks: Marks = { sentence, namings, symptoms, mentions };
  if (EQUAL_HEDGE.test(sentence) && new Set(mentions.map(({ component }) => component)).size >= SUSPECTS_MAX)
    return { suspicions: [], antecedent: [] };
  let antecedent = context.antecedent;
  const read = splitClauses(sentence, [...namings, ...symptoms, ...mentions]).map((clause) => {
    const suspicions = readClause(clause, marks, { ...context, antecedent });
    antecedent = subjectOf(clause, marks) ?? antecedent;
    return { clause, suspicions };
  });
  const of = (...roles: readonly Clause["role"][]) =>
    read.filter(({ clause }) => roles.includes(clause.role)).flatMap(({ suspicions }) => suspicions);
  const hasMechanism = (list: readonly Suspicion[]) => list.some(({ claim }) => claim.faultType !== "unspecified");
  const candidates = [of("cause"), of("cause", "plain"), of("cause", "plain", "effect")];
  const chosen = candidates.slice(1).find(hasMechanism) ?? candidates.slice(1).find((list) => list.length > 0) ?? [];
  return { suspicions: beginsWithEffect(sentence) ? chosen.filter(({ claim }) => claim.faultType !== "unspecified") : chosen, antecedent };
};

/** So many names in one sentence of hedging are a spray. */
const SUSPECTS_MAX = 6;

interface Marks {
  readonly sentence: string;
  readonly namings: readonly Naming[];
  readonly symptoms: readonly Span[];
  readonly mentions: readonly Mention[];
}

/** A piece of a coordination: "A", "B" and "C's selector" in "A, B and C's selector". */
interface Piece extends Span {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly namings: readonly Naming[];
  readonly hasSymptom: boolean;
  readonly isDenied: boolean;
  readonly isVictim: boolean;
}

const readClause = (clause: Clause, marks: Marks, { app, antecedent, hasFirstChoice }: Context): readonly Suspicion[] => {
  const text = marks.sentence.slice(clause.from, clause.to).trim();
  if (HISTORY.test(text) || (REPAIR.test(text) && !BLAME.test(text))) return [];
  const blank = blanked(marks, clause);
  const isSecond =
    SECOND_CHOICE.test(text) || (hasFirstChoice && /^\W*(?:and |or )?(?:possibly|perhaps|maybe)\b/.test(text) && !FIRST_CHOICE.test(text));
  const isBlamed = clause.role !== "effect" && (BLAME.test(text) || BLAME_LABEL.test(marks.sentence));
  const pieces = splitPieces(clause, marks, { blank, isSecond });
  return pieces.flatMap((piece, i) => {
    const predicate = predicateOf(pieces, i);
    if (piece.isDenied || piece.isVictim || predicate?.isDenied === true || predicate?.isVictim === true) return [];
    const subjects = subjectsOf(pieces, i, antecedent);
    const common = { isBlamed, isAlternative: false, isSecond };
    if (predicate !== undefined && predicate.namings.length > 0) {
      const isOwn = predicate === piece;
      if (!isOwn && piece.mentions.length === 0) return [];
      return mechanismsOf(predicate).flatMap((mechanism) =>
        (subjects.length > 0 ? fitting(subjects, mechanism, marks.sentence) : [undefined]).map((mention) => ({
          claim: claimOf(mechanism, mention, { sentence: marks.sentence, app }),
          component: mention?.component,
          mention,
          ...common,
        })),
      );
    }
    const isSuspected = predicate?.hasSymptom === true || isSecond || isBlamed;
    return isSuspected
      ? linked(preferSubjects(piece.mentions), marks.sentence).map((mention) => ({
          claim: blameOf(mention),
          component: mention.component,
          mention,
          ...common,
        }))
      : [];
  });
};

/** "Root cause: …" blames all that follows. */
const BLAME_LABEL =
  /^(?:\W|the |final |most |likely |my )*(?:root[- ]causes?|culprits?|diagnosis|faults?|problems?|conclusion)\b[^:]{0,30}:/;

const mechanismsOf = ({ namings }: Piece): readonly Naming["mechanism"][] => [...new Set(namings.map(({ mechanism }) => mechanism))];

/** Of a user of a store the everyday word "user" is no component. */
const fitting = (subjects: readonly Mention[], { on }: Naming["mechanism"], sentence: string): readonly Mention[] => {
  const firm = on === "mongouser" ? subjects.filter(({ isLoose }) => !isLoose) : subjects;
  return linked(firm.length > 0 ? firm : subjects, sentence);
};

/** The first of several names, and those that "and" links to it. */
const linked = (mentions: readonly Mention[], sentence: string): readonly Mention[] => {
  const end = mentions.findIndex((mention, i) => i > 0 && !LINK.test(sentence.slice(mentions[i - 1]?.to, mention.from)));
  return end === -1 ? mentions : mentions.slice(0, end);
};

const LINK =
  /^(?:'s)?(?: (?:service|deployment|pods?|container)s?)?(?:,|,? (?:and|or|and\/or|nor|plus|as well as|&))(?: (?:of|the|in|on|service|deployment|pods?))*(?: |$)/;

/** Predicate of a piece: its own, else that of the next piece with one, else of the one before. */
const predicateOf = (pieces: readonly Piece[], i: number): Piece | undefined => {
  const speaks = ({ namings, hasSymptom, isDenied, isVictim }: Piece) => namings.length > 0 || hasSymptom || isDenied || isVictim;
  const own = pieces[i] as Piece;
  if (speaks(own)) return own;
  return pieces.slice(i + 1).find(speaks) ?? pieces.slice(0, i).reverse().find(speaks);
};

/** Subjects of a piece: its own mentions, else those of the piece before or after it, else the antecedent. */
const subjectsOf = (pieces: readonly Piece[], i: number, antecedent: Antecedent): readonly Mention[] => {
  const firm = (piece: Piece | undefined) => piece?.mentions.filter(({ isAddress }) => !isAddress) ?? [];
  const before = pieces
    .slice(0, i)
    .reverse()
    .find((piece) => firm(piece).length > 0);
  const after = pieces.slice(i + 1).find((piece) => firm(piece).length > 0);
  const choices = [firm(pieces[i]), firm(before ?? after), antecedent.slice(-1), pieces[i]?.mentions ?? []];
  return choices.find((mentions) => mentions.length > 0) ?? [];
};

/** Mentions by name; addresses only where there is no other. */
const preferSubjects = (mentions: readonly Mention[]): readonly Mention[] => {
  const firm = mentions.filter(({ isAddress }) => !isAddress);
  return firm.length > 0 ? firm : mentions;
};

const subjectOf = (clause: Clause, { mentions }: Marks): Antecedent | undefined => {
  const inside = preferSubjects(mentions.filter(({ from }) => clause.from <= from && from < clause.to));
  return inside.length > 0 ? inside.slice(0, 1) : undefined;
};

/** The sentence with mechanisms, symptoms and names blotted out, so that denials inside them are not seen. */
const blanked = ({ sentence, namings, symptoms }: Marks, clause: Clause): string => {
  let text = sentence;
  for (const { from, to } of [...namings, ...symptoms]) text = `${text.slice(0, from)}${"\u25a0".repeat(to - from)}${text.slice(to)}`;
  return text.slice(0, clause.to);
};

const SEPARATORS = /,? (?:and|or|nor|plus|as well as|and\/or|&|\+) |, ?/g;

const splitPieces = (
  clause: Clause,
  marks: Marks,
  { blank, isSecond }: { readonly blank: string; readonly isSecond: boolean },
): readonly Piece[] => {
  const whole = [...marks.namings, ...marks.mentions];
  const cuts = [...blank.slice(clause.from).matchAll(SEPARATORS)]
    .map(({ index, 0: found }) => ({ from: clause.from + index, to: clause.from + index + found.length }))
    .filter(({ from }) => !whole.some((span) => span.from < from && from < span.to));
  const bounds = [...cuts.map(({ from }) => from), clause.to];
  const starts = [clause.from, ...cuts.map(({ to }) => to)];
  const within = (span: Span, from: number, to: number) => from <= span.from && span.from < to;
  let isDeniedBefore = false;
  return starts.map((from, i) => {
    const to = bounds[i] as number;
    const namings = marks.namings.filter((span) => within(span, from, to));
    const mentions = marks.mentions.filter((span) => within(span, from, to));
    const text = blank.slice(from, to);
    const marked = [...namings, ...mentions].map((span) => span.from);
    const head = marked.length === 0 ? text : text.slice(0, Math.max(0, Math.min(...marked) - from));
    // "Neither A nor B": the denial holds for what is coordinated with it.
    isDeniedBefore =
      !isSecond && (DENIAL_BEFORE.test(head.slice(-DENIAL_REACH)) || (isDeniedBefore && head.trim().split(/\s+/).length <= 3));
    return {
      from,
      to,
      text,
      namings,
      mentions,
      hasSymptom: marks.symptoms.some((span) => within(span, from, to)),
      isDenied: isDeniedBefore || TO_WATCH.test(text) || REPAIR.test(text.trim()) || (!isSecond && DENIAL_AFTER.test(text)),
      isVictim: namings.length === 0 && VICTIMS.test(text),
    };
  });
};

/** Characters before a name or mechanism in which a denial means it. */
const DENIAL_REACH = 45;
