/** Finds the number of causes that a text says there are; undefined where it announces none. */
export const announcedCauses = (text: string): number | undefined => {
  const counted = COUNTED.exec(text);
  if (counted !== null) return NUMBERS[counted[1] as string] ?? 2;
  return LISTED.some((pattern) => pattern.test(text)) ? 2 : undefined;
};

const NUMBERS: Readonly<Record<string, number>> = { "2": 2, two: 2, both: 2, "3": 3, three: 3 };

const CAUSE =
  "(?:root[- ]causes?|causes?|faults?|problems?|issues?|things|defects?|findings|incidents?|failures?|misconfigurations?|mistakes?|errors)";

const COUNTED = new RegExp(`\\b(2|two|both|3|three|several)\\b[^.:\\n]{0,30}\\b${CAUSE}\\b`);

/** Lists of causes, and words that add one. */
const LISTED: readonly RegExp[] = [
  new RegExp(`\\bindependent(?:ly)?\\b(?: of (?:that|it|this|the (?:first|other))|[^.\\n]{0,12}\\b${CAUSE}\\b)`),
  /\b(?:fault|cause|problem|issue|finding) (?:a|1|one|#1)\b[\s\S]*\b(?:fault|cause|problem|issue|finding) (?:b|2|two|#2)\b/,
  /\b(?:first|firstly|one)[,:][\s\S]*\b(?:second|secondly|the other)[,:]/,
  /\b(?:a |the )?second(?:,| and)? (?:unrelated |separate |independent )*(?:root[- ]cause|cause|fault|problem|issue|defect)\b/,
  /\b(?:both needed|also broken|separately|on top of (?:that|this)|in addition|additionally|besides (?:that|this)|unrelated to (?:that|this)|at the same time|has nothing to do with)\b/,
];
