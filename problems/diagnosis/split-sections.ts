import { splitSentences } from "./split-clauses.ts";

/** Role of a part of a report, by its heading; `aside` is about what is not the cause. */
export type SectionRole = "cause" | "effect" | "repair" | "aside" | "plain";

/** A sentence with the role of its section. */
export interface SectionSentence {
  readonly text: string;
  readonly role: SectionRole;
}

/** Splits a text into sentences, each with the role of the heading that it stands behind or below. */
export const splitSections = (text: string): readonly SectionSentence[] => {
  let standing: SectionRole = "plain";
  return text.split(/\n+/).flatMap((line) => {
    const heading = headingOf(line);
    if (heading?.isAlone === true) standing = heading.role;
    else if (heading !== undefined) standing = "plain";
    const role = heading?.role ?? standing;
    return splitSentences(line)
      .filter((sentence) => /[a-z]/.test(sentence))
      .map((sentence) => ({ text: sentence, role }));
  });
};

const headingOf = (line: string): { readonly role: SectionRole; readonly isAlone: boolean } | undefined => {
  for (const [role, pattern] of HEADINGS) {
    const found = pattern.exec(line);
    if (found !== null) return { role, isAlone: line.slice(found[0].length).trim() === "" };
  }
  return undefined;
};

const heading = (words: string): RegExp =>
  new RegExp(`^(?:\\W|\\d+[.)]|the |my |likely |most |final |actual )*(?:${words})\\b[^:.\\n]{0,25}(?:[:=]|$)`);

/** Headings, the more exact first: "not the cause" is no cause. */
const HEADINGS: readonly (readonly [SectionRole, RegExp])[] = [
  [
    "aside",
    heading(
      "what it (?:is not|isn't)|not (?:the |a )?(?:root )?(?:cause|related|affected|relevant|involved)|not_the_cause|(?:not_)?related|unrelated|ruled[ _-]?out|excluded|innocent|unaffected|healthy|checked|red herrings?|exonerated|not guilty|fine",
    ),
  ],
  [
    "cause",
    heading(
      "(?:root[ _-]?)?causes?|culprits?|what it is|tl;?dr|rca|diagnosis|problems?|faults?|findings?|conclusion|verdict|reason|defect|why|explanation|fault_type",
    ),
  ],
  [
    "repair",
    heading(
      "fix(?:es)?|repairs?|remed(?:y|ies|iation)|needed|what to do|actions?|to ?do|solution|(?:proposed|suggested)[ _]?(?:fix|repair)|mitigation|resolution|recommended|recommendations|next steps?|correction|restore",
    ),
  ],
  [
    "effect",
    heading(
      "symptoms?|effects?|impact|what (?:i|we) (?:saw|see)|evidence|observ\\w+|timeline|user impact|blast radius|consequences?|affected|logs?|signs?",
    ),
  ],
];
