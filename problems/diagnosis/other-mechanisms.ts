import type { Mechanism } from "./mechanism.ts";

/** Mechanisms that are no faults of the catalogue, so that a text about one of them is not matched to a similar fault. */
export const OTHER_MECHANISMS: readonly Mechanism[] = [
  {
    id: "liveness-probe-too-aggressive",
    on: "workload",
    patterns: ["liveness~(?:too (?:aggressive|short|tight|strict|early|impatient)|time-?out|initial ?delay|period|threshold)"],
  },
  { id: "startup-probe-too-short", on: "workload", patterns: ["start-?up[- ]?(?:probe|check)"] },
  {
    id: "image-pull-secret-missing",
    on: "workload",
    patterns: ["(?:image ?)?pull[- ]?secrets?", "registry (?:credentials?|password|login)"],
  },
  {
    id: "image-buggy-build",
    on: "workload",
    patterns: [
      "(?:buggy|broken|crashing|faulty|bad|defective|regress\\w+) (?:new )?(?:build|release|version|code)",
      "\\bbug in (?:the |its )?(?:code|build|release|version|application|program)",
      "code (?:bug|regression)",
      "image~(?:crashes|buggy|panics)",
    ],
  },
  { id: "image-wrong-architecture", on: "workload", patterns: ["wrong architecture", "exec format error"] },
  {
    id: "memory-request-exceeds-node",
    on: "workload",
    patterns: ["mem(?:ory)?[- ]?requests?", "requests?\\.memory", "insufficient memory on", "requests (?:more|too much) memory"],
  },
  { id: "other:memory-leak", on: "workload", patterns: ["memory[- ]leak\\w*", "leak(?:s|ing|ed)? memory"] },
  { id: "cpu-limit-throttle", on: "workload", patterns: ["cpu[- ]?(?:limit|throttl)\\w*", "throttl\\w+"] },
  { id: "cpu-request-exceeds-node", on: "workload", patterns: ["cpu[- ]?requests?", "insufficient cpu"] },
  { id: "node-affinity-mismatch", on: "workload", patterns: ["node[- ]?affinity(?!/selector)"] },
  { id: "anti-affinity-deadlock", on: "workload", patterns: ["anti-?affinity"] },
  {
    id: "env-missing",
    on: "workload",
    patterns: [
      "\\benv(?:ironment)?(?: ?var(?:iable)?s?)?\\b~(?:missing|not set|unset|removed|deleted|absent)",
      "(?:missing|unset|removed) (?:[\\w-]+ )?env(?:ironment)?\\b",
    ],
  },
  {
    id: "env-wrong-port",
    on: "workload",
    patterns: ["\\benv(?:ironment)? ?var(?:iable)?s?\\b", "\\bin (?:the|its) env(?:ironment)?\\b", "environment (?:value|setting)"],
  },
  {
    id: "secret-missing",
    on: "workload",
    patterns: ["(?<!pull[- ]?)\\bsecrets?\\b~(?:missing|deleted|not found|does not exist|gone)", "missing (?:(?!pull)[\\w-]+ )?secret\\b"],
  },
  { id: "pvc-claim-mismatch", on: "workload", patterns: ["\\bpvcs?\\b", "persistent ?volume ?claims?", "volume claims?"] },
  {
    id: "mongo-user-dropped",
    on: "mongouser",
    patterns: [
      "(?:mongo\\w*|database|db|admin|application) (?:user|account)\\b(?:(?!\\b(?:roles?|permissions?|privileges?|rights?|read-?write)\\b)[^;,]){0,30}?(?:dropped|was deleted|was removed|does not exist|is gone|no longer exists)",
    ],
  },
  {
    id: "other:wrong-credentials",
    on: "workload",
    patterns: [
      "(?:wrong|bad|invalid|rotated|stale|expired) (?:[\\w-]+ )?(?:password|credentials?|login)",
      "(?:password|credentials?)~(?:wrong|rotated|invalid|stale|expired|changed)",
    ],
  },
  { id: "mongo-tls-required", on: "workload", patterns: ["\\btls\\b", "certificates?"] },
  { id: "service-account-missing", on: "workload", patterns: ["service ?accounts?", "role ?bindings?", "\\brbac\\b"] },
  { id: "pvc-full", on: "workload", patterns: ["disk (?:is |was )?full", "out of (?:disk|space)", "no space left"] },
  { id: "other:node-cordoned", on: "workload", patterns: ["cordon\\w*", "\\bdrained\\b"] },
  {
    id: "disk-io-error",
    on: "workload",
    patterns: ["disk~(?:corrupt\\w*|faulty|io error|failure|dying)", "disk[- ]?pressure", "i/o errors?"],
  },
  { id: "quota-memory-unset-requests", on: "workload", patterns: ["resource ?quotas?", "\\bquota\\b"] },
  { id: "hpa-misconfigured", on: "workload", patterns: ["\\bhpa\\b", "autoscal\\w+"] },
  { id: "init-dependency-hang", on: "workload", patterns: ["init ?containers?"] },
  { id: "host-port-conflict", on: "workload", patterns: ["port (?:conflict|clash|collision)", "host ?port"] },
  { id: "db-connection-exhaustion", on: "workload", patterns: ["connection (?:pool|exhaustion|leak)", "too many connections"] },
  {
    id: "other:traffic-spike",
    on: "workload",
    patterns: ["(?:traffic|load) (?:spike|surge|peak)", "overload\\w*", "too much (?:traffic|load)"],
  },
  { id: "other:rate-limit", on: "workload", patterns: ["rate[- ]?limit\\w*"] },
  { id: "other:network-fault", on: "workload", patterns: ["packet loss", "kube-?proxy", "cni (?:plugin|bug)", "network partition"] },
];
