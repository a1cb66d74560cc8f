import { ABSENT, CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

const AUTOSCALER = "\\b(?:hpas?|autoscalers?|horizontal ?pod ?autoscalers?)\\b";

/** Words for what an autoscaler scales. */
const REFERENCE = "(?:scale ?target ?ref\\w*|scale ?targets?|target ref\\w*|target (?:workload|deployment)|references?)";

/** Words for a workload that is not there. */
const NONE = `(?:workloads?|deployments?|statefulsets?|targets?|names?|kinds?|objects?)(?:~(?:that|which))?~${ABSENT}|(?:nonexistent|non-existent|missing|unknown|absent) (?:workloads?|deployments?|statefulsets?|targets?|names?)`;

export const words: FaultWords = {
  on: "horizontalpodautoscaler",
  patterns: [
    "hpa[- ]?mis-?configur\\w+",
    "hpa[- ]config(?:uration)?",
    `${AUTOSCALER}~\\b(?:${WRONG})(?:~${REFERENCE})?`,
    `\\b${WRONG}~${AUTOSCALER}(?:~${REFERENCE})?`,
    `${AUTOSCALER}~\\b(?:points?|pointing|pointed|refers?|referring|names?|targets?|targeting|references?|referencing|aims?)\\b~(?:${NONE}|${WRONG})`,
    "scale ?target ?refs?\\b(?:~(?:of|in|on) )?",
    `\\bscale ?targets?\\b~(?:${WRONG}|${ABSENT}|${CHANGED})`,
    `${AUTOSCALER}~(?:cannot|can't|could not|couldn't|unable to|fails? to|does not|doesn't) (?:find|get|read|fetch|resolve|locate|see)\\w*~(?:target|scale\\b|workload|deployment)(?:'s)?(?: (?:current )?scale)?`,
    "failed ?get ?scale",
    `${AUTOSCALER}~\\b(?:max(?:imum)?|min(?:imum)?)\\w*~(?:equals?|same|=|is)~\\b(?:max(?:imum)?|min(?:imum)?)`,
  ],
  weak: [`${AUTOSCALER}~\\b(?:does not|doesn't|cannot|can't|never) scale`],
  fixes: [`(?:fix|correct|restore|repair|point|set|change)\\w*~(?:scale ?target ?ref\\w*|${AUTOSCALER}~target)`],
};
