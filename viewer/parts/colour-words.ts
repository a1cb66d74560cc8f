/** A piece of a text and the look that it has. */
export interface Piece {
  readonly text: string;
  readonly look: "" | "head" | "bad" | "warn" | "good";
}

/** Divides a line of a table or a log into pieces, by words that say how something is. */
export const colourWords = (line: string): readonly Piece[] => {
  if (HEAD.test(line)) return [{ text: line, look: "head" }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of line.matchAll(WORDS)) {
    const { index } = match;
    const look = LOOKS.find((name) => match.groups?.[name] !== undefined) ?? "";
    if (index > at) pieces.push({ text: line.slice(at, index), look: "" });
    pieces.push({ text: match[0], look });
    at = index + match[0].length;
  }
  if (at < line.length) pieces.push({ text: line.slice(at), look: "" });
  return pieces;
};

const LOOKS = ["bad", "warn", "good"] as const;

/** Titles of columns: words in capitals with gaps between them. */
const HEAD = /^[A-Z][A-Z0-9()/%-]*( [A-Z0-9()/%-]+)*( {2,}[A-Z(][A-Z0-9()/% -]*)+$/;

const BAD =
  "CrashLoopBackOff|ImagePullBackOff|ErrImagePull|InvalidImageName|Create(?:Container)?\\w*Error|RunContainerError|OOMKilled|Evicted|Error|ERROR|Failed\\w*|Unhealthy|BackOff|NotReady|Unschedulable|[Ff]orbidden|[Rr]efused|timed out|timeout|NXDOMAIN|(?<!none )firing|\\b5\\d\\d\\b(?= )|\\b0/[1-9]\\d*\\b";
const WARN = "Pending|ContainerCreating|PodInitializing|Terminating|Unknown|Warning|WARN|pending|SchedulingDisabled|Init:\\S+";
const GOOD = "Running|Ready|Bound|Active|Completed|Succeeded|Healthy";
const WORDS = new RegExp(`(?<![\\w-])(?:(?<bad>${BAD})|(?<warn>${WARN})|(?<good>(?:${GOOD})(?!:)))(?![\\w-])`, "g");
