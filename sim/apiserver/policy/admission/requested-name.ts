import type { ObjectMeta } from "#kube/types/meta.ts";

/** The name as the request has it, which admission that changes objects sees: a generated one is only its beginning then. */
export const requestedName = ({ name, generateName }: ObjectMeta): string =>
  generateName !== undefined && name.length === generateName.length + SUFFIX_LENGTH && name.startsWith(generateName) ? generateName : name;

const SUFFIX_LENGTH = 5;
