/** Width of a text in a sans font, px, without asking for one: that of a wide one, so that texts are cut in no other. */
export const textWidth = (text: string, fontSize: number, isBold = false): number => {
  let ems = 0;
  for (const character of text) ems += WIDTHS.find(({ of }) => of.test(character))?.ems ?? OTHER_EMS;
  return Math.ceil(ems * fontSize * (isBold ? BOLD : 1));
};

/** Widths as those of DejaVu Sans, in shares of the font's size. */
const WIDTHS: readonly { readonly of: RegExp; readonly ems: number }[] = [
  { of: /[ijl'.,:;|!]/, ems: 0.32 },
  { of: /[ frt()[\]/\\-]/, ems: 0.4 },
  { of: /[mwMW@%&=+…—]/, ems: 0.9 },
  { of: /[A-Z]/, ems: 0.7 },
];
const OTHER_EMS = 0.63;
const BOLD = 1.1;
