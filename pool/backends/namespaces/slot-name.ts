import { randomInt } from "node:crypto";

/** A namespace's name as a generator of the API server would make it: the team's name and five letters that read as no word. */
export const createSlotName = (prefix: string): string =>
  `${prefix.slice(0, PREFIX_MAX)}-${Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;

/** What Kubernetes draws names from. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;

/** So that names of pods in services, `service.namespace.svc`, stay within what DNS allows. */
const PREFIX_MAX = 50;
