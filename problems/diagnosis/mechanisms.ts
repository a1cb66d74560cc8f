/**
 * A mechanism and the words that people have for it.
 *
 * Patterns are read against lower-case text without quotes in which `svc` is `service`, names of ConfigMaps follow the
 * word `configmap` and names of settings the word `setting`. `~` stands for a short stretch of other words. A pattern
 * covers a negation that belongs to the defect ("does not exist"), so that what is left can be searched for one that denies it.
 */
export interface Mechanism {
  /** Fault id; where no fault covers it, the catalogue's name or `other:<slug>`. */
  readonly id: string;
  /** What the defect lives on. A bare component name means that object. */
  readonly on: "workload" | "service" | "configmap" | "networkpolicy" | "mongouser" | "node" | "all-nodes" | "name-server";
  readonly patterns: readonly string[];
  /** Words that mean it only where the sentence names no other mechanism. */
  readonly weak?: readonly string[];
  /** How a repair names the defect. */
  readonly fixes?: readonly string[];
  /** Another kind that can have it too, and what it is there: named with that kind, it is that fault. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

const WRONG =
  "(?:wrong|incorrect|invalid|bad|bogus|broken|mistaken|mistyped|misspel\\w+|mis-?configured|mis-?set|typo\\w*|garbled|garbage)";
const CHANGED =
  "(?:changed|altered|edited|modified|replaced|overridden|overwritten|overrides|swapped|switched|updated|bumped|set|pointed|drifted)";
const ABSENT =
  "(?:does not exist|doesn't exist|do not exist|don't exist|did not exist|not exist|no longer exists?|non-?existent|not found|never existed|cannot be found|can't be found|not there|isn't there|absent|gone)";
const DELETED = `(?:${ABSENT}|missing|deleted|removed|vanished|disappeared|lost|wiped|dropped)`;
const NOT_MATCHING =
  "(?:does not|doesn't|do not|don't|did not|no longer|cannot|can't|never|fails? to|not) (?:match|select|fit|find|correspond)\\w*";

/** The mechanisms of the faults that can be injected. */
export const FAULT_MECHANISMS: readonly Mechanism[] = [
  {
    id: "liveness-probe-wrong-endpoint",
    on: "workload",
    patterns: [
      `liveness(?:[- ]?(?:probes?|checks?))?(?:~(?:${WRONG}|${ABSENT}|not (?:listen|serv|answer|respond|pass|succeed)\\w*|no(?:body|thing| one)? (?:listens|serves|answers)))?`,
      "livez",
    ],
    weak: ["(?:health ?checks?|probes?)~(?:restart|kill)\\w*"],
    fixes: ["liveness"],
  },
  {
    id: "readiness-probe-wrong-endpoint",
    on: "workload",
    patterns: [
      `readiness(?:[- ]?(?:probes?|checks?))?(?:~(?:${WRONG}|${ABSENT}|not (?:listen|serv|answer|respond|pass|succeed)\\w*|no(?:body|thing| one)? (?:listens|serves|answers)))?`,
      "readyz",
      "ready (?:probe|check)",
    ],
    weak: ["(?:health ?checks?|probes?)~(?:unready|not ready|out of (?:rotation|the endpoints)|never (?:become|get)\\w* ready)"],
    fixes: ["readiness"],
  },
  {
    id: "node-selector-nonexistent",
    on: "workload",
    patterns: [
      "node[- ]?selectors?(?:[- ]?mismatch)?(?:~(?:no node\\b|not (?:exist|match)\\w*|doesn't (?:exist|match)|does not (?:exist|match)|non-?existent|nobody|nothing))?",
      "node affinity/selector",
      "kubernetes\\.io/hostname(?:~(?:no node|does not exist|doesn't exist|non-?existent))?",
      `\\b(?:ask|requir|want|pin|bound|tied|constrain|request|demand|restrict|assign|schedul|target|nail|need)\\w*~\\bnodes?\\b~(?:${ABSENT}|no such|unknown|that is not|isn't|not part of|not in)`,
      `(?:${ABSENT}|missing|unknown|imaginary|fictitious|no such) (?:\\w+ )?(?:node|host|worker)\\b`,
      `\\bnodes? (?:named |called )?(?:[\\w-]+ )?(?:that |which )?(?:${ABSENT}|is not part of|isn't part of)`,
      "(?:pinned|bound|tied|nailed) to (?:a |an |the |one )?~\\b(?:nodes?|host|hostname|worker)\\b",
      "\\bno (?:such )?node (?:has|carries|is|named|called|with|bears|matches|of that)",
    ],
    fixes: ["node[- ]?selector"],
  },
  {
    id: "scale-to-zero",
    on: "workload",
    patterns: [
      "scale[- ]to[- ]zero",
      "scal(?:ed?|ing)\\b~\\b(?:to|at) (?:zero|0)\\b(?: replicas?)?",
      "scaled (?:in|away|out of existence|to nothing|down to none)",
      "(?:\\bzero|(?<![\\d.])0|\\bno) (?:desired |configured )?(?:replicas?|instances)\\b",
      "replicas?(?: count| field| number)?\\b~(?:=|:|\\bis|\\bare|\\bwas|\\bwere|\\bat|\\bto|\\bof|\\bbeing)?\\s*(?:zero|0)\\b(?!\\.\\d)",
      "(?:desired|wanted) (?:count|pods|number|size|replicas)~(?:zero|\\b0)\\b",
      "(?:has|had|with|wants|asks for|runs) (?:zero|0) pods",
      "(?:shut|turned|brought|taken|set|dialed|reduced) (?:all the way )?(?:down )?to (?:zero|0|nothing|none)\\b(?! (?:memory|cpu))",
      "(?<!\\d)0/0(?!\\d)",
    ],
    fixes: ["scale~(?:back |up )", "scale~to [1-9]", "replicas?~(?:back )?to [1-9]", "--replicas=[1-9]", "restore~replicas?"],
  },
  {
    id: "memory-limit-too-small",
    on: "workload",
    patterns: [
      "mem(?:ory)?[- ]?limits?(?:~(?:not (?:enough|sufficient)|too (?:low|small|tight)))?",
      "limits?[.:=]+ ?mem\\w*",
      "(?:limit|cap|ceiling)\\w*~\\bmemory\\b(?! request)",
      "\\bmemory~(?:\\bcap\\b|capped|ceiling|limited to|\\blimit\\b)",
      "(?:limit|limited|cap|capped|ceiling)\\b~\\d+ ?(?:mi?b?|mib|megabytes?)\\b",
    ],
    weak: [
      "(?:too little|not enough|insufficient|less) (?:memory|ram)(?: than~need\\w*)?(?! on)",
      "starved of memory",
      "memory[- ]starv\\w+",
      "\\blimits?~too (?:low|small|tight)",
    ],
    fixes: ["(?:raise|increase|lift|remove|restore|bump|double)~memory", "--limits=memory"],
  },
  {
    id: "command-wrong-binary",
    on: "workload",
    patterns: [
      "wrong[- ]command",
      `(?:${WRONG}|different|another|other|${ABSENT}|missing|foreign|unrelated|unknown) (?:\\S+ )?(?:command\\b|binar(?:y|ies)|program\\b|executable|entry ?point|start-?up command)`,
      `(?:command|entry ?point|binary|executable|program|\\bargs)\\b~(?:${WRONG}|${CHANGED}|${ABSENT}|instead|missing|not in (?:its|the) image|is not|names?|points? (?:at|to))`,
      "(?:start|run|launch|execut|boot|spawn)\\w*~\\b(?:binary|program|executable|command)\\b(?:~(?:instead of|rather than|not) (?:the |its )?(?:own|real|right|\\w+))?",
      "(?:starts?|runs?|running|launch(?:es|ing)|execut(?:es|ing)|boots?) (?:the )?[\\w-]+ (?:instead of|rather than) (?:the )?(?:its own|itself|[\\w-]+)",
      "executable file (?:was )?not found",
      "(?:command|entry ?point) of (?:the )?(?:container|pod|[\\w-]+)~(?:is|was|were|set|reads)",
    ],
    fixes: ["(?:set|put|restore|change|correct|fix|revert)~(?:\\bcommand|entry ?point)\\b"],
  },
  {
    id: "image-reference-nonexistent",
    on: "workload",
    patterns: [
      "image[- ](?:reference|tag|digest)(?:[- ]nonexistent)?",
      `\\b(?:images?|tags?|digest|image repository)\\b~(?:${ABSENT}|no such|never (?:been )?(?:pushed|published|built)|(?:not|isn't|wasn't) (?:been )?(?:pushed|published|available)|not in the registry|isn't in the registry|unknown|unresolvable|cannot be resolved|manifest unknown|the registry does not (?:have|know))`,
      `\\b(?:images?|tags?|digest)\\b~\\b(?:${WRONG}|${CHANGED})\\b`,
      `(?:${WRONG}(?: in)?|(?:${ABSENT}|missing|unknown|fictitious|made-up|no such|unpublished)(?! in\\b| from\\b))(?: the| its)?(?: [\\w-]+){0,2} (?:image|tag|digest)\\b(?! pull)`,
      "(?:references?|refers to|points? (?:at|to)|asks for|names|uses|wants) (?:an? |the )?~\\b(?:image|tag|digest)\\b",
    ],
    fixes: ["(?:put|set|change|restore|revert|correct|fix|roll)~\\b(?:image|tag|digest)\\b"],
  },
  {
    id: "configmap-key-drift",
    on: "configmap",
    patterns: [
      "configmap-(?:key-)?drift",
      `\\bsetting [\\w.-]+(?:~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to)|pointing|not (?:set|present|in)|isn't|instead|reads|names|should be|has a|contains))`,
      `(?:${WRONG}|${CHANGED}|${DELETED}|lacks?|lacking|without|no|empty|dropped|misses|misnamed|renamed)~\\bsetting [\\w.-]+`,
      `\\b(?:key|entry|value|address|parameter|property|option|member)s?\\b~(?:configmap|configuration|\\bconfig\\b|config\\.json)~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to))`,
      `(?:${WRONG}|${CHANGED}|${DELETED}|lacks?|without|empty)~\\b(?:key|entry|value|address|host|port|parameter|property|option|member)s?\\b~(?:\\bin|\\bfrom|\\bof|inside|within)~(?:configmap|configuration|\\bconfig\\b|config\\.json)`,
      `(?:configmap|config\\.json)\\b~(?:${WRONG}|${CHANGED}|corrupt\\w*|points? (?:at|to)|pointing|lacks?|lost|no longer (?:has|contains|holds|carries|lists)|has no|with no|without|drift\\w*|missing (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|address|value|setting)|wrong|contains|holds)`,
      `(?:${WRONG}|drift\\w*|corrupt\\w*|changed|edited) (?:[\\w-]+ )?(?:configmap|config\\.json)\\b`,
      `\\bconfig(?:uration)?(?: file)?\\b~(?:points? (?:at|to)|pointing|lacks?|no longer (?:has|contains)|has (?:a |an |the )?wrong|names|missing (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|address|value|setting))`,
      `(?:configured|configuration|config) with (?:a |an |the )?${WRONG}~(?:address|host|port|value)`,
    ],
    weak: [
      `(?:mongo(?:db)?|consul|memcached?|database|registry|store|cache|jaeger)(?:'s)? (?:address|host ?name|url|endpoint|port)~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to))`,
      `(?:${WRONG}|${DELETED}|empty) (?:[\\w-]+ ){0,2}(?:mongo(?:db)?|consul|memcached?|database|registry|store|cache) (?:address|host ?name|url|port)`,
    ],
    fixes: [
      "(?:restore|correct|fix|put|set|change|add|revert)~\\bsetting [\\w.-]+",
      "(?:restore|correct|fix|put|set|change|add|revert)~(?:key|value|address|entry)~(?:configmap|config)",
    ],
  },
  {
    id: "configmap-missing",
    on: "configmap",
    patterns: [
      "configmap-missing",
      `config ?maps?\\b(?:(?!\\b(?:key|setting|entry|value|address|because|but|since|lacks?|service|selector)\\b)[^;]){0,50}?${DELETED}(?! (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|setting|address|value))`,
      `(?:${DELETED}|no|without|removal of|deletion of|absence of|loss of)(?: (?:the|a|its|this|that|named|called))? (?:(?!from\\b|in\\b|of\\b|out\\b|key\\b|setting\\b)[\\w'-]+ ){0,2}?config ?maps?\\b`,
      "(?:someone|somebody|an operator) (?:deleted|removed)~config ?map",
    ],
    fixes: ["(?:recreate|re-create|restore|re-?apply|create)~config ?map"],
  },
  {
    id: "network-policy-deny",
    on: "networkpolicy",
    patterns: [
      "(?:network[- ]?polic(?:y|ies)|\\bnetpols?|policy-deny)(?:~(?:no (?:ingress|egress)(?: rules?)?|does not allow|doesn't allow|not allow\\w*|without (?:any )?(?:rules?|ingress|egress)|allows? (?:nothing|no (?:one|traffic))))?",
      "(?:ingress|egress)(?: traffic)?\\b~(?:denied|denies|deny|blocked|blocks|forbidden|dropped|cut off)(?! by kyverno)",
      "(?:deny|block)[- ]all",
      "default[- ]deny",
      "(?:block|den(?:y|ie)|drop|cut off|isolat|forbid|reject)\\w*~\\b(?:by|due to|through) (?:a |the )?(?:\\w+ )?polic(?:y|ies)",
      "(?:isolation|lockdown|restrict\\w*) polic(?:y|ies)",
      "\\bpolic(?:y|ies)\\b~(?:block|den(?:y|ies)|drop|cut|isolat|forbid|reject)\\w*",
    ],
    weak: ["firewall(?:ed| rules?)?"],
    fixes: ["(?:delete|remove|open|relax|drop|loosen)~(?:network ?polic|netpol)\\w*"],
  },
  {
    id: "mongo-role-revoked",
    on: "mongouser",
    patterns: [
      "(?:mongo-)?role-revoked",
      `\\b(?:roles?|privileges?|permissions?|grants?|rights|read-?write|access rights)\\b~(?:revoked|taken (?:away|from)|stripped|withdrawn|not granted|no longer|${DELETED})`,
      `(?:revok\\w+|stripped of|lacks?|lacking|without|no longer has|took away|withdrew|withdrawn|has no|have no|no|${DELETED})~\\b(?:roles?|privileges?|permissions?|read-?write|rights|grants?)\\b(?:~(?:on|for) (?:the )?[\\w-]+)?`,
      "revok\\w+",
    ],
    weak: ["(?:no longer|not|isn't) (?:allowed|permitted|entitled) to (?:read|write|query|find)"],
    fixes: ["grant\\w*"],
  },
  {
    id: "service-selector-mismatch",
    on: "service",
    patterns: [
      `(?:service-)?(?<!node[- ]?)\\bselectors?(?:[- ]mismatch)?\\b(?:~(?:${NOT_MATCHING}|no (?:\\w+ )?pods?\\b|nothing|none|zero pods|not (?:on|present|carried)|do not (?:have|carry)|don't (?:have|carry)|lack))?`,
      "\\bselects? (?:no|nothing|none|zero|0)\\b(?: (?:\\w+ )?(?:pods?|backends?))?",
      "(?:match(?:es|ing)?|target(?:s|ing)?|select(?:s|ing)?) (?:no|zero|0|none of (?:the|its)|nothing|any non-?existent)\\b(?: (?:\\w+ )?(?:pods?|backends?|labels?))?",
      `\\blabels?\\b~(?:${NOT_MATCHING}|no pods?|none of the pods|not on the pods|pods (?:do not|don't|lack)|mismatch\\w*)`,
      "\\bno pods? (?:carr(?:y|ies)|ha[sv]e?|bears?|match(?:es)?)\\b(?! (?:access|network))",
      "look(?:s|ing)? for pods (?:labell?ed|with)",
      "label mismatch",
    ],
    fixes: ["(?:restore|correct|fix|put|set|change|remove|drop|revert)~(?<!node[- ]?)selectors?\\b"],
    elsewhere: { deployment: "other:workload-selector", statefulset: "other:workload-selector" },
  },
  {
    id: "service-target-port-mismatch",
    on: "service",
    patterns: [
      "(?:service-)?(?:targets?|targetting|targeting)[- ]?ports?(?:[- ]mismatch)?(?:~(?:no(?:body|thing| one| container| process)(?: \\w+)? (?:listens?|serves?|answers?|is listening)|not (?:listen|serv|match|open)\\w*|doesn't (?:listen|match)|does not (?:listen|match)))?",
      `\\bservices?\\b~(?:${WRONG}|different|closed|unused|dead) (?:\\w+ )?port\\b`,
      "\\bport \\d+~(?:no(?:body|thing| one| process| container| program)(?: \\w+)? (?:listens?|is listening|serves?|answers?|binds?|listening)|not listening on|isn't listening on)",
      "\\bports?\\b~(?:no(?:body|thing| one)(?: \\w+)? (?:listens?|is listening|serves?|answers?))",
      "port (?:mapping|mismatch)",
      "\\bservices?\\b~(?:map|forward|send|rout|translat)\\w*~\\d+ (?:to|onto|->) \\d+",
      "(?:\\bservices?|traffic)\\b~(?:forward|send|rout|direct|map|point)\\w*~\\b(?:to|at) (?:\\w+ )?port\\b",
    ],
    weak: [`(?:${WRONG}|mismatched|closed|different) (?:\\w+ )?port\\b`, "(?:forward|send|rout|direct|map)\\w*~\\bport \\d+"],
    fixes: ["(?:restore|correct|fix|put|set|change|revert|point)~target[- ]?port"],
    elsewhere: { deployment: "other:container-port" },
  },
  {
    id: "service-missing",
    on: "service",
    patterns: [
      "service-missing",
      `\\b(?:service|services)\\b(?:(?!(?<![\\w-])(?:selectors?|endpoints?|ports?|labels?|keys?|pods?|config ?map|image|tag|replicas?|roles?|polic\\w+|probe|config|setting|limit|command|binary|node|because|but|since|user|env|account|secret|to|volume|claim|pvc)(?![\\w-]))[^;,]){0,45}?(?:${ABSENT}|\\bdeleted|\\bremoved|vanished|disappeared|\\blost\\b|\\bmissing)(?! (?:a |an |any |the |its |all )?(?:[\\w.-]+ )?(?:endpoints?|pods?|labels?|selectors?|ports?|keys?|replicas?|roles?|env|address|backends?|memory|config))`,
      `(?:${DELETED}|no|without|removal of|deletion of|absence of|loss of)(?: (?:the|a|its|this|that|any))? (?:(?!from\\b|in\\b|of\\b|key\\b|setting\\b)[\\w'-]+ ){0,2}?(?<!config)service(?: object)?\\b(?! (?:endpoints?|selectors?|ports?|accounts?|labels?|pods?|is (?:healthy|affected)|fault|fail))`,
      "(?:someone|somebody|an operator) (?:deleted|removed)~\\bservice\\b",
    ],
    fixes: ["(?:recreate|re-create|restore|re-?apply|create|expose)~\\bservice\\b(?! (?:selector|port|target))", "kubectl expose"],
    elsewhere: { deployment: "other:workload-deleted", statefulset: "other:workload-deleted" },
  },
  {
    id: "taint-untolerated",
    on: "all-nodes",
    patterns: ["taint-untolerated", "\\b(?:un)?taint(?:s|ed)?\\b(?:~(?:not tolerated|untolerated|no toleration))?", "tolerations?"],
    fixes: ["(?:remove|drop|take off|delete|lift)~\\btaints?\\b"],
  },
  {
    id: "dns-name-nxdomain",
    on: "name-server",
    patterns: [
      "dns-name-nxdomain",
      "coredns",
      "corefile",
      "(?:cluster )?dns (?:is|was|server|resolver|outage|failure|misconfig\\w*|broken)",
      "dns~(?:misconfigured|broken|\\bdown\\b|denies)",
    ],
    fixes: ["(?:remove|drop|delete|fix|restore)~(?:corefile|coredns|stanza)"],
  },
  {
    id: "kubelet-crash",
    on: "node",
    patterns: [
      "kubelet-(?:crash|down)",
      "kubelet~(?:stop|crash|dead|died|fail|\\bdown\\b|not running|broken)\\w*",
      "\\bnode(?: [\\w-]+)? (?:is |was |went )?(?:down|notready|not ready|offline|crash\\w*|dead|failed)",
    ],
    fixes: ["(?:start|restart)~\\bkubelet\\b"],
  },
];
