import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "(?<!\\bhost[- ]?)port[- ]?conflicts?",
    "(?<!\\bhost[- ])\\b(?:address|port)\\b~(?:already|is) (?:in use|taken|bound)",
    "(?:same|one) port~(?:containers?|sidecars?)",
    "containers?~same port",
    "(?:sidecar|(?:second|other|another|extra|new|two) containers?)~(?:same port|its port|the port|port of|also listens|too listens|occup\\w+|takes? (?:the|its) port|binds? (?:to )?(?:the|its) port)",
    "conflict\\w*~(?<!\\bhost[- ])\\bports?\\b",
  ],
  fixes: ["(?:remove|drop|delete)~(?:sidecar|second container|extra container)"],
};
