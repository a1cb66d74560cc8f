import { DELETED, type FaultWords } from "../fault-words.ts";

/** Words for a request of CPU, or of resources in general. */
const REQUEST =
  "(?:(?:cpu|resources?|compute)[- ]?requests?|requests?(?: for| of)? cpu|requests?[.:]cpu|requests~\\bcpu\\b|cpu reservations?)";

const AUTOSCALER = "\\b(?:hpas?|autoscal\\w+|horizontalpodautoscalers?)\\b";

/** Words for what is not there. */
const LACKING = `(?:${DELETED}|unset|not set|isn't set|aren't set|not specified|not declared|not defined|undefined|empty|stripped|cleared|omitted|left out|taken (?:out|away)|set to (?:nothing|none|null))`;

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "hpa[- ]missing[- ](?:cpu[- ])?requests?",
    `(?:\\bno|without|missing|lacks?|lacking|has no|have no|having no|absent|unset|dropped|removed|deleted|lost|stripped(?: of)?|omits?)\\b~\\b${REQUEST}`,
    `${REQUEST}~\\b${LACKING}`,
    "(?:does not|doesn't|do not|don't|did not|no longer|never) (?:request|reserve|ask for|declare|set|specify)\\w*~\\bcpu\\b(?:[- ]requests?)?",
    "(?:requests?|reserves?|asks for) (?:no|zero|0) cpu\\b",
    "(?:no|missing|without) requests?~\\b(?:hpa|autoscal\\w+|horizontalpodautoscaler)\\b(?:~(?:cannot|can't|unable|fails?)~(?:comput|calculat|measur|scal)\\w*)?",
    "\\b(?:hpa|autoscal\\w+|horizontalpodautoscaler)\\b~(?:cannot|can't|unable to|fails? to|not able to)~(?:comput|calculat|measur|scal|get|read)\\w*(?:~(?:missing|no|without|lacks?)~requests?(?: for cpu)?)?",
    `${AUTOSCALER}~(?:shows?|displays?|reports?|says?|has|reads)~<?unknown\\b>?(?:/\\d+%?)?`,
    `\\b(?:which|that|what) (?:the |its |an |any )?${AUTOSCALER} (?:needs|requires|wants|depends on|relies on|divides by|computes with|goes by)`,
    "failedgetresourcemetric(?:~missing request for cpu)?",
    "missing request for cpu(?: in container [\\w-]+)?",
  ],
  weak: [
    "\\b(?:no|missing|without|lacks?) requests\\b",
    "\\b(?:hpa|autoscal\\w+)\\b~(?:<unknown>|unknown|does not scale|doesn't scale|never scales)",
  ],
  fixes: ["--requests=cpu", "(?:add|set|restore|give|put back|declare)~cpu[- ]?requests?"],
};
