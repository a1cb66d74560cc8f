import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { WordedClaim } from "#rewards/diagnosis-statement.ts";
import { findMentions, type Mention } from "./find-mentions.ts";
import { blameOf, claimOf } from "./name-resource.ts";
import { BLAME, EQUAL_HEDGE, FIRST_CHOICE, HISTORY, REPAIR, SECOND_CHOICE } from "./phrases.ts";
import { isObjectKind } from "./references/name-objects.ts";
import { shortenNames } from "./shorten-names.ts";
import { beginsWithEffect, type Clause, splitClauses } from "./split-clauses.ts";
import { type Marks, type Piece, splitPieces } from "./split-pieces.ts";
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
export type Antecedent = readonly Referent[];

/** Mention that "it" refers to: what was called last, with who called it, whose defects can be meant. */
interface Referent extends Mention {
  readonly caller?: Mention;
}

interface Context {
  readonly app: AppRecord;
  readonly vocabulary: Vocabulary;
  readonly antecedent: Antecedent;
  /** Mention that the text began with: of that it speaks where it says no name. */
  readonly topic?: Mention | undefined;
  /** True after a first choice was named. */
  readonly hasFirstChoice: boolean;
}

interface SentenceReading {
  readonly suspicions: readonly Suspicion[];
  readonly antecedent: Antecedent;
}

/** Reads one sentence: where it names a cause and its effect, the cause alone is suspected. */
export const readSentence = (sentence: string, context: Context): SentenceReading => {
  const { text, restore } = shortenNames(sentence, context.app);
  const namings = findMechanisms(text, context.vocabulary).map(restore);
  const symptoms = symptomSpans(text, context.vocabulary).map(restore);
  const mentions = findMentions(sentence, context.app);
  const clauses = splitClauses(sentence, [...namings, ...symptoms, ...mentions]);
  const marks: Marks = { sentence, namings, symptoms, mentions, effects: clauses.filter(({ role }) => role === "effect") };
  if (EQUAL_HEDGE.test(sentence) && new Set(mentions.map(({ component }) => component)).size >= SUSPECTS_MAX)
    return { suspicions: [], antecedent: [] };
  let antecedent = context.antecedent;
  const read = clauses.map((clause) => {
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

const readClause = (clause: Clause, marks: Marks, { app, antecedent, topic, hasFirstChoice }: Context): readonly Suspicion[] => {
  const text = marks.sentence.slice(clause.from, clause.to).trim();
  if (HISTORY.test(text) || (REPAIR.test(text) && !BLAME.test(text))) return [];
  const isSecond =
    SECOND_CHOICE.test(text) || (hasFirstChoice && /^\W*(?:and |or )?(?:possibly|perhaps|maybe)\b/.test(text) && !FIRST_CHOICE.test(text));
  const isBlamed = clause.role !== "effect" && (BLAME.test(text) || BLAME_LABEL.test(marks.sentence));
  const pieces = splitPieces(clause, marks, isSecond);
  return pieces.flatMap((piece, i) => {
    const predicate = predicateOf(pieces, i);
    if (piece.isDenied || piece.isVictim || predicate?.isDenied === true || predicate?.isVictim === true) return [];
    const places = placesAround(pieces, i, { antecedent, marks });
    const common = { isBlamed, isAlternative: false, isSecond };
    if (predicate !== undefined && predicate.namings.length > 0) {
      const isOwn = predicate === piece;
      if (!isOwn && piece.mentions.length === 0) return [];
      return mechanismsOf(predicate).flatMap((mechanism) =>
        subjectsOf(mechanism, [...places, topic === undefined ? [] : [topic]], marks.sentence).map((mention) => ({
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

/**
 * Finds what has the mechanism: the nearest mentions that can, which are nodes or components; of a user of a store the
 * everyday word "user" is none. One undefined where nothing is named.
 */
const subjectsOf = (
  { on, ofCaller }: Naming["mechanism"],
  places: readonly (readonly Referent[])[],
  sentence: string,
): readonly (Mention | undefined)[] => {
  const fitting = places.map((mentions) =>
    mentions.filter(
      (mention) => isNode(mention) === (on === "node") && !(on === "mongouser" && mention.isLoose) && !isOtherObject(mention, on),
    ),
  );
  const calling = ofCaller === true ? fitting.map((mentions) => mentions.filter(({ from }) => !CALLED.test(sentence.slice(0, from)))) : [];
  const ofKind = isObjectKind(on) ? places.map((mentions) => mentions.filter(({ resource }) => resource?.startsWith(`${on}/`))) : [];
  const nearest = [...ofKind, ...calling, ...fitting, ...places].find((mentions) => mentions.length > 0);
  if (nearest === undefined) return [undefined];
  const [{ caller } = { caller: undefined }] = nearest;
  return ofCaller === true && caller !== undefined ? [caller] : linked(nearest, sentence);
};

/** Words before the name of who is called, whose address a caller has. */
const CALLED = /\b(?:for|to|maps?|pins?|pinned|override?s?|shadows?|(?:dns )?name) $/;

/** True for an object of another kind than carries the mechanism, and of no component: an autoscaler named beside its workload. */
const isOtherObject = ({ component, resource = "" }: Mention, on: string): boolean =>
  component === undefined && on !== "object" && isObjectKind(resource.split("/")[0] ?? "") && !resource.startsWith(`${on}/`);

const isNode = ({ resource }: Mention): boolean => resource?.startsWith("node/") === true;

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

/** Mentions from near to far: a piece's own, those of the piece before or after it, the antecedent, the only one of the sentence. */
const placesAround = (
  pieces: readonly Piece[],
  i: number,
  { antecedent, marks }: { readonly antecedent: Antecedent; readonly marks: Marks },
): readonly (readonly Referent[])[] => {
  const firm = (piece: Piece | undefined) => piece?.mentions.filter(({ isAddress }) => !isAddress) ?? [];
  const before = pieces
    .slice(0, i)
    .reverse()
    .find((piece) => firm(piece).length > 0);
  const after = pieces.slice(i + 1).find((piece) => firm(piece).length > 0);
  const others = preferSubjects(marks.mentions);
  const only = new Set(others.map(({ component, resource }) => component ?? resource)).size === 1 ? others.slice(0, 1) : [];
  const isEffect = only.some(({ from }) => marks.effects.some((effect) => effect.from <= from && from < effect.to));
  const referred = SEVERAL.test(pieces[i]?.text ?? "") ? antecedent : antecedent.slice(0, 1);
  const near = isEffect || /\bits?\b/.test(pieces[i]?.text ?? "") ? [referred, only] : [only, referred];
  return [firm(pieces[i]), firm(before ?? after), ...near, pieces[i]?.mentions ?? []];
};

/** Mentions by name; addresses only where there is no other. */
const preferSubjects = (mentions: readonly Mention[]): readonly Mention[] => {
  const firm = mentions.filter(({ isAddress }) => !isAddress);
  return firm.length > 0 ? firm : mentions;
};

const subjectOf = (clause: Clause, { sentence, mentions }: Marks): Antecedent | undefined => {
  const inside = preferSubjects(mentions.filter(({ from }) => clause.from <= from && from < clause.to));
  const [first, second] = inside;
  if (first === undefined) return undefined;
  const isCaller = second !== undefined && CALLS.test(sentence.slice(first.to, second.from));
  return isCaller ? [{ ...second, caller: first }] : linked(inside, sentence);
};

/** Words for all that was named last. */
const SEVERAL = /\b(?:both|all|each|they|them)\b/;

/** Words between a caller and the one that it misses: "geo cannot reach" mongodb-geo. */
const CALLS = /\b(?:resolve|reach|find|connect to|talk to|call|query|look up|dial)s? (?:the )?(?:service |name )?$/;
