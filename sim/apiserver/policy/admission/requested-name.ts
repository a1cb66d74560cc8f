import type { ObjectMeta } from "#kube/types/meta.ts";

/** Name in the request, as mutating admission sees it: a generated name is only its prefix then. */
export const requestedName = ({ name, generateName }: ObjectMeta): string =>
  generateName !== undefined && name.length === generateName.length + SUFFIX_LENGTH && name.startsWith(generateName) ? generateName : name;

const SUFFIX_LENGTH = 5;
