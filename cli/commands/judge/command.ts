import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { judgeFolder } from "../../judge/judge-folder.ts";
import { agreementOf, renderAgreement } from "../../judge/render-agreement.ts";
import { JUDGE_OPTIONS, type JudgeOptions, judgeSettingsOf } from "../../options/judge-options.ts";

export default defineCommand<JudgeOptions>({
  name: "judge",
  summary: "let a model judge recorded diagnoses beside the rules",
  description:
    "Reads the episodes of a folder that eval, sregym or dataset has written, asks a model nine yes/no questions on each diagnosis (where, what, how much; passed at .70), and prints how far it agrees with the rules. Answers, their evidence and confidence are kept in judgements.jsonl of the folder; a diagnosis that the judge failed on has no verdict, and is asked for again next time. No score is changed by it.",
  args: [{ name: "<folder>", description: "folder with recorded episodes" }],
  options: JUDGE_OPTIONS,
  examples: [
    {
      command: "judge results --judge-url http://localhost:11434/v1 --judge-model qwen3:8b",
      says: "a model behind an endpoint, such as Ollama's",
    },
  ],
  doing: ({ judgeModel }, [folder]) => `judging the diagnoses of ${folder} with ${judgeModel ?? "a model"}`,
  run: async (options, output, [folder = ""]) => {
    const settings = judgeSettingsOf(options);
    if (settings === undefined) throw new CliError("a judge needs --judge-url and --judge-model");
    const episodes = await judgeFolder(folder, settings, output);
    if (episodes.length === 0) throw new CliError(`${folder} holds no diagnosis whose truth is recorded beside it`);
    for (const { judgement, byRules } of episodes) output.emit({ ...judgement, by_rules: byRules ?? null });
    output.print(renderAgreement(episodes, settings.model));
    return agreementOf(episodes).failed === 0 ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});
