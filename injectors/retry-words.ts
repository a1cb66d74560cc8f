import type { FaultWords } from "./fault-words.ts";

/** Words for settings of calls that multiply load, whatever sets the storm off. */
export const retryWords: FaultWords = {
  on: "configmap",
  patterns: [
    "retry[- ]storms?",
    "(?:too many|excessive|unbounded|aggressive|endless) (?:client )?retr(?:y|ies)",
    "retr(?:y|ies)~(?:multipl\\w+|amplif\\w+|overload\\w*|too (?:many|high|aggressive|often)|without (?:back-?off|budget))",
    "(?:client|call|rpc|grpc|request)s?(?:'s)? time-?outs?~(?:too (?:short|low|small|tight|aggressive)|shorter than|below)",
    "retries (?:each|every)~call",
  ],
  fixes: ["(?:lower|reduce|cut|limit|bound)~\\bretr(?:y|ies)", "(?:raise|increase|lengthen)~\\btime-?outs?"],
};
