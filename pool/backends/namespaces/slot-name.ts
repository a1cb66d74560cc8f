import { randomInt } from "node:crypto";

/** Creates a namespace's name as generateName does: the prefix and five letters that form no word. */
export const createSlotName = (prefix: string): string =>
  `${prefix.slice(0, PREFIX_MAX)}-${Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;

/** Characters that Kubernetes generates names from. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;

/** Maximum length of the prefix: with it, names of Services, `service.namespace.svc`, are valid in DNS. */
const PREFIX_MAX = 50;
