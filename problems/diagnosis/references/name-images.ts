/** Puts `image` before image references that stand alone: "runs mongo:4.4.66" becomes "runs image mongo:4.4.66". */
export const nameImages = (text: string): string =>
  text
    .replace(/(?<=:v?\d[\w.-]{0,40})\. ?(?=(?:which|that|and|but|this one|is|does|doesn't|isn't)\b)/g, " ")
    .replace(IMAGE, (reference, _tag, at: number) =>
      LABELLED.test(text.slice(Math.max(0, at - 40), at)) ? reference : `image ${reference}`,
    );

/** `[host[:port]/]repository:tag`, where the tag is no port: it has a dot, a letter, or a repository with a slash before it. */
const IMAGE =
  /(?<![\w./:@=-])(?!https?:)(?:[a-z0-9][\w.-]{0,60}(?::\d{1,5})?\/){0,4}[a-z][\w.-]{0,60}:(v?\d{1,4}[\w-]{0,30}(?:\.[\w-]{1,40}){1,5}|v\d[\w-]{0,30}|latest?\w{0,10}|lat\w{1,6}|stable\w{0,10})(?![\w:/])/g;

const LABELLED = /\b(?:images?|tags?|digest|reference)\b[^.,;\n]{0,20}$/;
