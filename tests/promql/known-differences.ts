/** Queries to which the recorded version, 2.42, answers otherwise than version 3, whose part the simulator plays, and the few that are not worth it. */
export const KNOWN_DIFFERENCES: readonly { readonly reason: string; readonly queries: readonly string[] }[] = [
  {
    reason: "version 3 takes plain numbers for durations, and says so in its errors",
    queries: ["up[]", "up[5x]", "up[5]x", "rate(up[-5m])", "up offset", "up offset 5", "sum(up) offset", "5m offset 1m", "5m5h"],
  },
  { reason: "version 3 has quoted label names", queries: ['up{"job"'] },
  { reason: "version 3 lets `.` match line breaks, and shows that in its errors", queries: ['up{job=~"("}'] },
  { reason: "version 3 knows no position in an empty query", queries: ["", " "] },
  { reason: "version 3 drops the name in atan2", queries: ["node_load1 atan2 2"] },
  {
    reason: "version 3 says NaN to the deviation of infinities",
    queries: ['stddev by (kind) (oddity{kind!="nan"})', 'stdvar by (kind) (oddity{kind!="nan"})'],
  },
  {
    reason: "version 3 lets a sum overflow to infinity, not to NaN",
    queries: ["stddev_over_time(oddity[3m])", "stdvar_over_time(oddity[3m])"],
  },
  {
    reason: "version 3 extrapolates a counter back to zero by half an interval at most",
    queries: ['histogram_quantile(0.9, sum by (pod, le) (increase(http_request_duration_seconds_bucket{job="web"}[30m])))'],
  },
  { reason: "which of several equal values is kept follows from the layout of a heap", queries: ["bottomk(3, http_requests_total)"] },
  { reason: "times that int64 does not hold wrap around", queries: ["month(oddity)"] },
];
