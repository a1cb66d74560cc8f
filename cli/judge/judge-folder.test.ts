import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOutput } from "../output/output.ts";
import { serveScript } from "../testing/scripted-endpoint.ts";
import { makeTrajectory } from "../viewing/testing/made-trajectory.ts";
import { judgeFolder, readJudgements } from "./judge-folder.ts";
import { QUESTION_IDS } from "./questions.ts";
import { agreementOf, renderAgreement } from "./render-agreement.ts";

/** Record of an episode whose agent said this. */
const said = (id: string, args: object | undefined, passed: boolean) => {
  const record = makeTrajectory({ id, steps: 1 });
  const actions = args === undefined ? [] : [{ kind: "tool", name: "submit_diagnosis", arguments_json: JSON.stringify(args) }];
  const verdicts = { truth: [{ resource: "service/geo", faultType: "selector-mismatch" }], passed: { diagnosis: passed } };
  return { ...record, steps: record.steps.map((step) => ({ ...step, actions })), verdicts };
};

test("diagnoses are judged once, failures again, and the agreement with the rules is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "judge-"));
  const episodes = [
    said("a", { text: "right" }, true),
    said("b", { text: "wrong" }, false),
    said("c", { root_causes: [{ resource: "service/geo", fault_type: "selector-mismatch" }] }, true),
    said("d", { text: "broken" }, true),
    said("e", undefined, false),
  ];
  writeFileSync(join(folder, "trajectories-00000.jsonl"), episodes.map((one) => `${JSON.stringify(one)}\n`).join(""));
  let isBroken = true;
  const endpoint = await serveScript(({ body: { messages } }) => {
    const text = messages.at(-1)?.content ?? "";
    if (isBroken && text.endsWith("broken")) return { status: 400, text: "cannot" };
    const answers = Object.fromEntries(QUESTION_IDS.map((id) => [id, { yes: !text.endsWith("wrong") }]));
    return { content: JSON.stringify({ answers }) };
  });
  const common = { seed: 0n, answerTokens: 100, toolTokens: 0, contextTokens: 1_000, retries: 0, backoffMs: 1, extra: {} };
  const settings = { ...common, baseUrl: endpoint.baseUrl, model: "judge", timeoutMs: 60_000 };
  try {
    const first = await judgeFolder(folder, settings, createOutput(true));
    expect(agreementOf(first)).toEqual({ judged: 3, failed: 1, passed: 2, both: 3, agree: 3, kappa: 1 });
    expect(renderAgreement(first, "judge")).toBe(
      "Judged by judge: 3 diagnoses, 2 passed; 1 have no verdict, since the judge failed\nThe rules agree in 3 of 3 (Cohen's κ 1.00)",
    );
    expect(readJudgements(folder).get("d")).toEqual({
      trajectory_id: "d",
      model: "judge",
      failure: expect.stringContaining("400: cannot"),
    });
    isBroken = false;
    const again = await judgeFolder(folder, settings, createOutput(true));
    expect(agreementOf(again)).toMatchObject({ judged: 4, failed: 0, agree: 4 });
    expect(endpoint.asked).toHaveLength(5);
    expect(readFileSync(join(folder, "judgements.jsonl"), "utf8").trim().split("\n")).toHaveLength(5);
    expect(endpoint.asked.some(({ body }) => body.messages.at(-1)?.content.includes('"service/geo"'))).toBe(true);
  } finally {
    await endpoint.close();
  }
});
