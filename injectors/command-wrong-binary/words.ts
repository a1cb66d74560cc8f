import { ABSENT, CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "wrong[- ]command",
    "(?:command|entry ?point|binary)[- ]mismatch",
    `(?:${WRONG}|different|another|other|${ABSENT}|missing|foreign|unrelated|unknown) (?:\\S+ )?(?:command\\b|binar(?:y|ies)|program\\b|executable|entry ?point|start-?up command)`,
    `(?:command|entry ?point|binary|executable|program|\\bargs)\\b~(?:${WRONG}|${CHANGED}|${ABSENT}|instead|missing|not in (?:its|the) image|(?:is not|isn't) (?:the (?:right|correct|original|expected)|what|right|correct|valid|in|an?|there)\\b|names?|points? (?:at|to))`,
    "(?:start|run|launch|execut|boot|spawn)\\w*~\\b(?:binary|program|executable|command)\\b(?:~(?:instead of|rather than|not) (?:the |its )?(?:own|real|right|\\w+))?",
    "(?:starts?|runs?|running|launch(?:es|ing)?|execut(?:es|ing)|boots?) (?:the )?[\\w-]+ (?:instead of|rather than) (?:the )?(?:its own|itself|[\\w-]+)",
    "(?:started|starts|starting|launched|launches|run|runs|running|booted|boots|executed|executes|comes up)(?: up)? (?:with |as |using )?(?:the )?(?:program |binary )?[\\w./-]+ (?:instead of|rather than|in place of|and not) (?:the )?(?:program )?[\\w./-]+",
    "(?:is|are|was|were|now|actually|wrongly) (?:running|runs|started|starting|starts|launching|executing|executes|set to run)(?: with)? (?:the )?program\\b(?: \\S+)?",
    "\\b(?:runs|starts|executes|launches) (?:the )?program\\b(?: \\S+)?",
    "\\b(?:command|args|entry ?point) ?[:=] ?(?:now )?program\\b(?: \\S+)?",
    "\\bcommand (?:is|was|reads|says|became|has become|now is|is now) [^;,]{0,40}?\\bprogram\\b(?: \\S+)?",
    "(?:command|entry ?point)[- ]overrid\\w+",
    "executable file (?:was )?not found",
    "(?:command|entry ?point) of (?:the )?(?:container|pod|[\\w-]+)~(?:\\b(?:is|was|were)\\b(?!n't| (?:checked|verified|inspected|fine|ok|okay|right|correct|healthy|good|valid|unchanged|untouched|unaffected|intact|innocent|unrelated|all|also|still|as|not)\\b)|set|reads)",
  ],
  fixes: ["(?:set|put|restore|change|correct|fix|revert)~(?:\\bcommand|entry ?point)\\b"],
  canCause: ["probe-fails"],
};
