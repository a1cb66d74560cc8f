/** Patterns of a request for more than any node has. */
export const oversizedRequestPatterns = (resource: string): readonly string[] => [
  `(?:resources?\\.)?requests?[.:=]+ ?${resource}\\b(?:~${BEYOND_NODES})?`,
  `\\b${resource}[- ]?(?:resource[- ]?)?(?:requests?|requirements?|reservations?|demands?)(?:~${BEYOND_NODES})?`,
  `\\brequest(?:s|ed|ing)?\\b(?! (?:no|zero|0)\\b)~\\b${resource}\\b(?:~${BEYOND_NODES})?`,
  `\\b(?:asks?|asking|wants?|demands?|reserves?|requires?|needs?)\\b~\\b${resource}\\b~${BEYOND_NODES}`,
  `\\b${resource}\\b~\\b(?:asks?|asked|wants?|demands?|reserves?|requires?) (?:for )?~${BEYOND_NODES}`,
  `\\binsufficient ${resource}\\b(?! (?:limit|for|given))(?: on\\b)?`,
];

/** Words for what no node has. */
const BEYOND_NODES =
  "(?:\\b(?:no|none of the|not a single|any|every|all(?: of)? the|all|each|single|largest|biggest|our) (?:(?:one|single|existing|worker|available|of the|cluster) )*(?:nodes?|workers?|machines?|hosts?)\\b(?:~(?:has|have|had|offers?|provides?|can|could|fits?|capacity|allocatable)\\b)?|(?:than|exceeds?|beyond|above)~\\b(?:allocatable|capacity))";
