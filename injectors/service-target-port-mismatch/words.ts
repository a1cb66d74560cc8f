import { type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "service",
  patterns: [
    "(?:service-)?(?:targets?|targetting|targeting)[- ]?ports?(?:[- ]mismatch)?(?:~(?:no(?:body|thing| one| container| process)(?: \\w+)? (?:listens?|serves?|answers?|is listening)|not (?:listen|serv|match|open)\\w*|doesn't (?:listen|match)|does not (?:listen|match)))?",
    `\\bservices?\\b~(?:${WRONG}|different|closed|unused|dead) (?:\\w+ )?port\\b`,
    "port (?:mapping|mismatch)",
    `\\bservice[- ]port\\b~${WRONG}`,
    "\\bservices?\\b~(?:map|forward|send|rout|translat)\\w*~\\d+ (?:to|onto|->) \\d+",
    "(?:\\bservices?|traffic)\\b~(?:forward|send|rout|direct|map|point)\\w*~\\b(?:to|at) (?:\\w+ )?port\\b",
  ],
  weak: [
    "\\bservices?\\b~(?:map|forward|rout|send|point|direct|go)\\w* (?:\\w+ )?(?:to|at|onto) (?:port )?:?\\d{2,5}\\b",
    "\\bport \\d+~(?:no(?:body|thing| one| process| container| program)(?: \\w+)? (?:listens?|is listening|serves?|answers?|binds?|listening)|not listening on|isn't listening on)",
    "\\bports?\\b~(?:no(?:body|thing| one)(?: \\w+)? (?:listens?|is listening|serves?|answers?))",
    `(?:${WRONG}|mismatched|closed|different) (?:\\w+ )?port\\b`,
    "(?:forward|send|rout|direct|map)\\w*~\\bport \\d+",
    "(?:forward|send|sent|rout|point|direct|map|proxie|target)\\w* [^;]{0,40}?\\b(?:to|at|on|onto|->) (?:port )?:?\\d{2,5}\\b[^;]{0,60}?\\b(?:listen|serv(?:es|ing)|bind|bound|expos|is (?:up )?on)\\w*(?: [\\w-]+){0,2}? (?:on )?(?:port )?:?\\d{2,5}",
  ],
  fixes: ["(?:restore|correct|fix|put|set|change|revert|point)~target[- ]?port"],
  elsewhere: { deployment: "other:container-port" },
};
