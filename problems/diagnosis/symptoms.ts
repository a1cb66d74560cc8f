/** Words for what pods or users suffer. */
export interface SymptomWords {
  readonly name: string;
  readonly patterns: readonly string[];
  /** Only the faults whose words list it can have it; missing: any fault can. */
  readonly isTelling?: true;
  /** Share of user requests that must fail for it to be true. */
  readonly minUserShare?: number;
}

/** Symptoms that a text may describe; none of them is a mechanism. */
export const SYMPTOMS: readonly SymptomWords[] = [
  {
    name: "out-of-memory",
    patterns: ["oom-?kill\\w*", "out[- ]of[- ]memory", "\\boom(?:s|ed|ing)?\\b", "runs? out of (?:memory|ram)", "exit code 137"],
    isTelling: true,
  },
  {
    name: "image-pull-fails",
    patterns: [
      "(?:err)?imagepull(?:backoff)?",
      "image[- ]pull(?:s|ing)?[- ](?:back-?off|fail\\w*|errors?)",
      "(?:cannot|can't|could not|couldn't|fails? to|failing to|unable to|not) (?:be )?pull(?:ed)?(?: (?:its |the |an )?image)?",
      "fail\\w* to pull",
    ],
    isTelling: true,
  },
  {
    name: "pending",
    patterns: [
      "(?:is|are|stays?|stuck(?: in)?|remains?|hangs? in|left) pending",
      "pending pods?",
      "pods? pending",
      "unschedul\\w+",
      "failedscheduling",
      "(?:cannot|can't|could not|not) be scheduled",
      "cannot schedule",
    ],
    isTelling: true,
  },
  {
    name: "container-cannot-be-created",
    patterns: ["createcontainerconfigerror", "failedmount", "(?:cannot|can't|fails? to|failed to) mount", "containercreating"],
    isTelling: true,
  },
  {
    name: "crash",
    patterns: [
      "crash-?loop\\w*",
      "\\bcrash(?:es|ed|ing)?\\b",
      "(?:keeps?|constantly|repeatedly|being|is|are|gets?|always) (?:restart|dying|killed|exit)\\w*",
      "\\brestart(?:s|ing)\\b",
      "exits? with",
      "panics?",
    ],
  },
  {
    name: "not-ready",
    patterns: [
      "(?:not|never|isn't|aren't|doesn't|don't)(?: (?:become|becomes|becoming|get|gets|getting|yet|all))* ready",
      "0/1(?: ready)?",
      "notready",
      "unready",
    ],
  },
  {
    name: "not-running",
    patterns: [
      "(?:is|are|was|has been|went|goes|completely) (?:(?!not )\\w+ )?(?:down|dead|offline|unavailable|unreachable|broken)\\b",
      "(?:is|are) not (?:running|available|reachable|responding|answering|working|serving)",
      "(?:cannot|can't|fails? to|failing to|does not|doesn't|won't) (?:start|come up|boot|run)\\b",
      "no (?:running |ready |live )?pods\\b(?! (?:carr|match|ha|bear))",
      "not receiv\\w+ (?:any )?traffic",
      "gets? no traffic",
    ],
  },
  {
    name: "no-endpoints",
    patterns: [
      "(?:no|zero|0|empty|without(?: any)?|lost (?:all )?(?:its|the)|missing) (?:ready |healthy )?endpoints?(?: list)?",
      "endpoints? (?:list )?(?:is|are) (?:empty|none)",
      "not have (?:any )?endpoints?",
      "doesn't have (?:any )?endpoints?",
    ],
  },
  {
    name: "name-does-not-resolve",
    patterns: ["nxdomain", "no such host", "(?:does not|doesn't|cannot be|can't be|not) resolved?", "dns (?:lookup|error|resolution)\\w*"],
    isTelling: true,
  },
  {
    name: "refused",
    patterns: ["connections? (?:is |are |was |were |gets? )?refused", "refus(?:es|ing|ed)(?: all)? connections?", "econnrefused"],
  },
  {
    name: "time-out",
    patterns: [
      "tim(?:es|ing|ed)[- ]out",
      "time-?outs?",
      "cannot (?:be )?reach(?:ed)?(?: by)?",
      "can't reach",
      "unable to (?:reach|connect)",
      "(?:cannot|can't|could not) (?:connect|talk) to",
      "deadline exceeded",
      "context deadline",
    ],
  },
  {
    name: "unauthorized",
    patterns: [
      "not auth\\w+",
      "unauthori[sz]ed",
      "(?:access|permission) denied",
      "authori[sz]ation (?:errors?|fail\\w*)",
      "authentication (?:errors?|fail\\w*)",
      "cannot (?:read|write|query)",
    ],
    isTelling: true,
  },
  {
    name: "probe-fails",
    patterns: ["unhealthy", "probes? fail\\w*", "health ?checks? fail\\w*"],
    isTelling: true,
  },
  { name: "slow", patterns: ["\\bslow(?:ly|ness)?\\b", "high latency", "latency (?:spike|increase)\\w*"] },
  { name: "errors", patterns: ["\\berrors?\\b", "\\bfail(?:s|ed|ing|ures?)?\\b", "\\b50[0-4]s?\\b", "\\b5xx\\b", "unimplemented"] },
  {
    name: "whole-outage",
    patterns: [
      "(?:full|total|complete|entire|global|site-?wide) (?:outage|site outage|downtime)",
      "(?:all|every) (?:user )?(?:requests?|operations?|endpoints?|traffic) (?:is |are )?(?:fail|down|broken|refused|rejected)\\w*",
      "(?:whole|entire) (?:site|application|app|system|platform) (?:is |was )?(?:down|dead|unavailable|offline)",
      "everything (?:is |was )?(?:down|dead|failing|broken)",
      "nothing works",
    ],
    minUserShare: 0.9,
  },
];
