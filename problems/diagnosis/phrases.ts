const words = (...alternatives: readonly string[]): RegExp => new RegExp(`(?<![\\w-])(?:${alternatives.join("|")})(?![\\w-])`);

/** Phrases addressed to the grader, not about the incident. */
export const TO_THE_GRADER = words(
  "(?:dear|note (?:to|for)|attention|message (?:to|for)|hello|instructions? (?:to|for))?:? ?(?:the )?(?:graders?|judges?|evaluators?|scorers?|examiners?)",
  "ignore (?:all |any |the |your )*(?:previous|prior|above|earlier|instructions?|rules|rubric)\\S*",
  "(?:full|all|maximum|top) (?:marks?|points|credit|score)",
  "(?:award|grant|give|assign) (?:me |this |it |us |a |full )+(?:\\w+ )?(?:pass|marks?|points|credit|score)",
  "(?:mark|count|treat|score|grade|accept|rate) (?:this|it|me|my|the) (?:\\w+ )*?(?:as |correct|right|passed|pass)+\\w*",
  "(?:score|verdict|grade|result|passed|pass) ?[:=] ?\\S+",
  "\\d+/\\d+ (?:points|marks)",
  "nine (?:times )?yes",
  "as an ai",
  "you are now",
  "system prompt",
  "this (?:diagnosis|answer) is (?:correct|right|complete|perfect)",
  "ground truth",
  "rubric",
);

/** Phrases that retract the text so far. */
export const RETRACTION =
  /^(?:correction|scratch that|on second thought|i take (?:that|it) back|disregard (?:that|the above|this)|strike that|wait\b|no,? (?:actually|wait|sorry)|sorry,|actually,|revised (?:diagnosis|conclusion|answer)|my mistake|i was wrong|that was wrong|update:|edit:)/;

/** Phrases for former suspicions and for things that were only checked. */
export const HISTORY = words(
  "(?:at )?first(?:ly)?,? (?:i|we|it|this|my)",
  "(?:initially|originally|at first|earlier|previously|at the start)",
  "(?:i|we) (?:\\w+ )?(?:suspected|thought|assumed|blamed|considered|wondered|believed|guessed|looked (?:at|into)|checked|verified|inspected|examined|tested)",
  "(?:my|our) (?:first|initial|original) (?:guess|suspicion|suspect|thought|idea|hypothesis)",
  "last (?:week|month|time|year)",
  "in the past",
  "historically",
  "used to",
);

/** Denies what follows it closely. */
export const DENIAL_BEFORE = words(
  "not",
  "isn't",
  "wasn't",
  "aren't",
  "weren't",
  "no",
  "never",
  "neither",
  "nor",
  "rul(?:ed?|ing) out",
  "exclud(?:e|ed|es|ing)",
  "eliminat\\w+",
  "dismiss\\w*",
  "nothing (?:is )?wrong (?:with|in)",
  "nothing (?:is|was|seems|looks)\\s*$",
  "no problem with",
  "no evidence (?:of|for|that)",
  "unrelated to",
  "rather than",
  "instead of",
  "as opposed to",
  "other than",
  "apart from",
  "unlike",
);

/** Denials that follow their subject. */
export const DENIAL_AFTER = words(
  "(?:is|are|was|were|looks?|seems?)(?: not|n't) (?:the|an?|to|at|wrong|guilty|involved|related|responsible|it|affected|broken|faulty|misconfigured|changed|relevant)",
  "(?:does|do|did)(?: not|n't) (?:explain|cause|matter|apply|seem|look|play)",
  "(?:been |be |is |are |was |were )?(?:ruled out|excluded|eliminated|dismissed|innocent|exonerated)",
  "(?:is|are|was|were|looks?|seems?|works?|worked|stays?|remains?|appears?|runs?|running|all|and|but|also)(?: \\w+)? (?:healthy|fine|ok|okay|normal(?:ly)?|unaffected|unrelated|intact|correct(?:ly)?|as expected|good|harmless|well|sound|working|up and running)",
  "(?:is|are|was|were|looks?|seems?|stays?|remains?)(?! not\\b| no\\b| never\\b)(?: \\w+)? (?:right|valid|sufficient|(?:large |big |high )?enough|plausible|unchanged|untouched|in (?:place|order|use)|present|(?:up|all) (?:right|to date))",
  "(?:works?|worked|working|behaves?|performs?|runs?|acts?) (?:just )?(?:as (?:intended|designed|they should|it should|before)|correctly|properly|normally|well)",
  "(?<!not |n't |never |no longer )(?:suffices?|exists?|pass(?:es)?|succeeds?|holds?)",
  "(?:is|are|was|were)(?: not|n't) (?:\\w+ )?(?:the|an?|to) (?:\\w+ )?(?:problem|cause|issue|culprit|reason|blame|fault|trigger)",
  "(?:is|are|was|were)(?: not|n't) (?:touched|altered|edited|modified|at fault)",
  "(?:has|have|had)(?: not|n't) been (?:touched|altered|edited|modified|changed|misconfigured|broken)",
  "(?:has|have|had) nothing to do with",
  "(?:is|are|was|were|been) (?:\\w+ )?(?:checked|verified|inspected|examined|tested)",
  "checked and fine",
  "healthy",
  "(?:a )?red herring",
  "unrelated",
  "harmless",
  "(?:merely|only|just) (?:noise|a symptom|a victim|victims|suffers?|affected|downstream|a consequence|consequences|collateral)",
);

/** Phrases for things to monitor later. */
export const TO_WATCH = words("watch(?:ed|ing)?", "an eye on", "monitor(?:ed|ing)?", "in (?:the )?future", "as a precaution", "to be safe");

/** Words for components that only suffer from the fault. */
export const VICTIMS = words(
  "victims?",
  "suffer\\w*",
  "(?:is|are|was|were|get|gets|being|indirectly|only|also) affected",
  "affected (?:services?|components?|callers?|users?)",
  "collateral(?: damage)?",
  "downstream(?: (?:effects?|impact|services?))?",
  "upstream callers?",
  "knock-on",
  "bystanders?",
  "casualt(?:y|ies)",
  "cascad\\w+",
  "impact(?:ed)?",
  "(?:are|is|as) (?:a |the |mere |only )*(?:consequences?|symptoms?|fallout)",
  "symptoms?:",
  "callers?",
  "blast radius",
);

/** A repair, done or wanted. */
export const REPAIR =
  /^(?:\W|\d+[.)]\s)*(?:(?:the |a |my )?(?:fix|remedy|remediation|resolution(?! of (?!(?:the|this) (?:incident|problem|issue|outage)))|solution|mitigation|repair|next steps?|action(?: items?)?)\b|to (?:fix|repair|resolve|mitigate|solve|remedy)\b|(?:i |we )?(?:recommend|suggest|propose)(?:s|ed|ing)?(?![\w-])|(?:my |the )?(?:recommendation|suggestion)s?(?=:| (?:is|would be) to)|please\b|(?:you|we|one|somebody|operators?) (?:should|can|could|need|must|ought)\b|(?:i|we) (?:would|will|have|then|also|now|just)? ?(?:fixed|fix|restored?|patched?|set|scaled?|recreated?|re-created?|deleted?|removed?|rolled|granted|applied|reapplied|changed|reverted?|put|corrected|raised|increased|mended|repaired)\b|(?:restore|roll back|rollback|revert|scale|recreate|re-create|re-?apply|patch|grant|raise|increase|correct|put|reset|delete|remove|drop|set|change|restart|consider|bump|lift|raising|increasing|adding|setting) (?:the|it|its|back|this|that|up|a|memory|replicas?|service|deployment|configmap|network|read-?write|deploy\S*|\S+\/\S+|\w+ to)\b|(?:consider|perhaps|maybe) \w+ing\b|kubectl (?!get|describe|logs|top|explain|events))|\b(?:should|must|needs? to|has to|have to|ought to) (?:be |get )?(?:restored|set|scaled|recreated|re-created|deleted|removed|reverted|rolled|granted|raised|increased|corrected|fixed|changed|put|again|point|back)\b|\bfixed (?:it|this|by)\b/;

/** Equal alternatives. */
export const EQUAL_HEDGE = words(
  "either",
  "and/or",
  "or",
  "could(?: \\w+)? be",
  "might(?: \\w+)? be",
  "may(?: \\w+)? be",
  "possibly",
  "perhaps",
  "maybe",
  "not sure (?:whether|if|which)",
  "one of",
  "unclear (?:whether|which|if)",
  "candidates?",
  "suspects?",
  "could have",
  "might have",
  "potential(?:ly)?",
  "not certain",
);

/** Phrases that introduce a second choice. */
export const SECOND_CHOICE = words(
  "can(?:not|'t| not) (?:\\w+ )?(?:exclude|rule out|discount|dismiss)",
  "(?:not|never) (?:\\w+ )?(?:exclude|rule out|discount) ",
  "less likely",
  "(?:second|other|weaker|runner-?up) (?:guess|candidate|choice|suspect|possibility|option)",
  "alternatively",
  "if not(?: that)?,",
  "failing that",
  "remote(?:ly)? (?:possible|possibility|chance)",
  "(?:another|an alternative|a second|a remote|an outside) (?:possibility|explanation|candidate|chance|cause)",
  "(?:might|could|may) (?:also|still)",
  "(?:small|slim|minor|faint) (?:chance|possibility|probability)",
  "possibly also",
  "or maybe",
  "or less likely",
  "not entirely impossible",
);

/** Says that the first of several is the one. */
export const FIRST_CHOICE = words(
  "most likely",
  "almost certainly",
  "most probably",
  "very likely",
  "probably",
  "in all likelihood",
  "my best guess",
  "primary suspect",
  "likely",
);

/** Calls something the root cause in so many words. */
export const BLAME = words(
  "root[- ]causes?",
  "culprits?",
  "at fault",
  "to blame",
  "blame",
  "the (?:real |actual |main |underlying )?(?:problem|fault|issue|defect|failure|trouble|bug|origin|source|cause) (?:is|lies|sits|was|originates|starts|comes)",
  "(?:is|are|was|were) (?:\\w+ )?(?:broken|faulty|defective|misconfigured|mis-configured|responsible|guilty|wrong|buggy)",
  "(?:problem|fault|issue|defect|failure|misconfiguration|something (?:is )?wrong|networking problem|trouble) (?:is |lies |sits )?(?:in|with|on|of)",
  "responsible for",
  "diagnosis:",
  "misconfigur(?:ation|ed)",
  "caused by",
  "origin(?:ates?)?",
);

/** Phrases that say nothing is wrong in the whole system. */
export const ALL_WELL =
  /(?<!\bif )\b(?:(?<!not )nothing(?: at all)? (?:is|was|has been|had been|seems|appears|looks|to be)?\s?(?:wrong|broken|faulty|amiss|defective|to (?:fix|report|repair|do))|nothing (?:\w+ )?(?:needs fixing|needs repair|suspicious|unusual|abnormal|out of the ordinary)|(?:there (?:is|was) )?no (?:\w+ )?(?:faults?|root cause|defects?|incident|problems?|issues?|anomal(?:y|ies))\b(?: (?:was |were |is )?(?:found|here|present|detected|at all|exists?|to report|that needs))?|(?:did not|didn't|could not|couldn't|cannot|can't|do not|don't) (?:\w+ )?(?:find|see|detect|spot|identify) (?:any|a single |an? )(?:thing)?(?: \w+)?? ?(?:faults?|problems?|issues?|defects?|wrong|anomal(?:y|ies)|broken|unusual|suspicious)\b|false alarm|(?:system|cluster|application|app|environment|everything|all(?: (?:the )?(?:services|components|workloads|systems|pods|deployments))?|hotel reservation) (?:is|are|looks?|seems?|appears?|was|were)(?: \w+)? ?(?:healthy|fine|ok|okay|normal|in order|good|well|operational|nominal|working|as expected)|(?:operat(?:ing|es)|work(?:ing|s)|running|runs|behav(?:ing|es)) (?:normally|as expected|as designed)|all (?:is )?(?:well|good|healthy|clear)|no action (?:is )?(?:needed|required)|healthy (?:system|cluster|episode|application))\b/;

/** Words that limit such a sentence to a part, or retract it. */
export const ONLY_IN_PART =
  /^[^.]{0,40}?\b(?:with|in the|on the|of the|in|on|for|except|but|apart from|other than|besides|else|however|until|save)\b/;
