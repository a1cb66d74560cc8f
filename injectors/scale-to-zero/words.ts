import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "scale[- ]to[- ]zero",
    "scal(?:ed?|ing)\\b~\\b(?:to|at) (?:zero|0)\\b(?: replicas?)?",
    "scaled (?:in|away|out of existence|to nothing|down to none)",
    "(?:\\bzero|(?<![\\d.])0|\\bno) (?:desired |configured )?(?:replicas?|instances)\\b",
    "replicas?(?: count| field| number)?\\b~(?:=|:|\\bis|\\bare|\\bwas|\\bwere|\\bat|\\bto|\\bof|\\bbeing)?\\s*(?<![\\d.])(?:zero|0)\\b(?!\\.\\d)",
    "(?:desired|wanted) (?:count|pods|number|size|replicas)~(?:zero|\\b0)\\b",
    "(?:has|had|with|wants|asks for|runs) (?:zero|0) pods",
    "(?:zero|(?<![\\d.])0) (?:desired|wanted) (?:pods|replicas)",
    "(?:shut|turned|brought|taken|dialed|reduced) (?:all the way )?(?:down )?to (?:zero|0|nothing|none)\\b(?! (?:memory|cpu))",
    "\\bset (?:all the way )?(?:down )?to (?:zero|0)\\b(?! (?:memory|cpu))",
    "\\bdesired(?: (?:is|are|was|=))? ?[:=]? ?(?:0|zero)\\b",
    "(?<!\\d)0/0(?!\\d)",
  ],
  weak: ["scaled[- ]down\\b"],
  fixes: ["scale~(?:back |up )", "scale~to [1-9]", "replicas?~(?:back )?to [1-9]", "--replicas=[1-9]", "restore~replicas?"],
};
