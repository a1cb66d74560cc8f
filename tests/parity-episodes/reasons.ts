/** Known reasons for differences, by pattern; the first match counts. */
const REASONS: readonly { readonly faults?: RegExp; readonly line: RegExp; readonly reason: string }[] = [
  {
    faults: /^(network-policy-deny|service-)/,
    line: /^(operations|alerts|conditions): only simulated/,
    reason:
      "connections that are open outlive a policy or a changed Service on this cluster, whose network plugin looks at new ones only; the simulator cuts them, as others do",
  },
  {
    line: /^rewards: slo/,
    reason:
      "errors are counted on few requests there, and what doing nothing would have cost is estimated from those before the first write, where the simulator plays it",
  },
  {
    line: /^pods: only \w+: .*: (CrashLoopBackOff|Error|OOMKilled|RunContainerError|ErrImagePull|ImagePullBackOff)$/,
    reason: "a state that comes and goes, CrashLoopBackOff for a second or two before each restart; seen twice is noted, seen once is not",
  },
  {
    line: /^events: only simulated: .* Pulling$/,
    reason: "the chart's own images have no tag here and there and are pulled each time; the actor's are on the nodes and never are",
  },
  { line: /: at the start: /, reason: "the agent's clock starts at the first symptom, and what else is broken by then differs by seconds" },
  {
    line: /: after call \d+: /,
    reason: "a crashed pod waits for the end of its back-off, and how far that has grown depends on how often it crashed in two minutes",
  },
  { line: /^alerts: /, reason: "alerts need a minute of a symptom that comes and goes, and rates of few requests" },
];

/** Reason for a difference; undefined: not known yet. */
export const reasonFor = (fault: string, difference: string): string | undefined =>
  REASONS.find(({ faults, line }) => (faults?.test(fault) ?? true) && line.test(difference))?.reason;
