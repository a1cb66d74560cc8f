import { expect, test } from "vitest";
import type { CliOutput } from "./output.ts";
import { printChecks } from "./print-checks.ts";

const collect = () => {
  const lines: string[] = [];
  const output = {
    emit: (record) => void lines.push(JSON.stringify(record)),
    print: (text) => void lines.push(text),
  } as Partial<CliOutput>;
  return { lines, output: output as CliOutput };
};

test("a check is printed before the next one ends", async () => {
  const { lines, output } = collect();
  const seen: number[] = [];
  const checks = async function* () {
    yield { name: "node", state: "good", says: "v24" } as const;
    seen.push(lines.length);
    yield { name: "memory", state: "lacking", says: "8 MiB are free" } as const;
    seen.push(lines.length);
  };
  expect(await printChecks(checks(), output)).toBe(true);
  expect(seen).toEqual([2, 4]);
  expect(lines).toEqual([
    '{"check":"node","state":"good","says":"v24"}',
    "ok  node              v24",
    '{"check":"memory","state":"lacking","says":"8 MiB are free"}',
    "--  memory            8 MiB are free",
  ]);
});

test("what is unusable is the result, whatever comes after it", async () => {
  const checks = async function* () {
    yield { name: "port", state: "unusable", says: "is taken" } as const;
    yield { name: "node", state: "good", says: "v24" } as const;
  };
  expect(await printChecks(checks(), collect().output)).toBe(false);
});
