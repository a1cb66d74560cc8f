/** Words for a demand on nodes that none of them meets. */
export const UNMET =
  "(?:no (?:such )?(?:node|worker|machine)s?|none of the (?:nodes|workers)|not a single node|nothing|unsatisfiable|impossible|cannot be (?:met|satisfied)|can't be (?:met|satisfied)|never be (?:met|satisfied)|not (?:exist|match)\\w*|doesn't (?:exist|match)|does not (?:exist|match)|non-?existent)";

/** The same, with what no node does. */
export const NO_NODE = `${UNMET}(?: (?:has|have|meets?|carr(?:y|ies)|satisf(?:y|ies)|matches|is|are))?`;
