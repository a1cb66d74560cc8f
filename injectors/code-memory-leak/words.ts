import { BUILD, buildWords } from "../build-words.ts";

export const words = buildWords([`${BUILD}~leak\\w*`, "memory[- ]leak(?:s|ing)?\\b(?!~\\bflag)", "leak(?:s|ing|ed)? (?:of )?memory"]);
