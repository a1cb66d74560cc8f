import { expect, test } from "vitest";
import { evaluateJsonPath, jsonPathValues, relaxedJsonPath, renderJsonPath } from "./jsonpath.ts";
import { parseJsonPath } from "./jsonpath-parse.ts";

const list = {
  items: [
    {
      metadata: { name: "alpha", labels: { app: "alpha", "app.kubernetes.io/name": "x" } },
      status: { phase: "Running" },
      spec: { containers: [{ name: "main", image: "a" }] },
    },
    {
      metadata: { name: "beta" },
      status: { phase: "Running" },
      spec: {
        containers: [
          { name: "main", image: "a" },
          { name: "side", image: "b" },
        ],
      },
    },
    { metadata: { name: "gamma" }, status: { phase: "Succeeded" }, spec: { containers: [{ name: "main", image: "c" }] } },
  ],
};

const render = (text: string, root: unknown = list): string => renderJsonPath(evaluateJsonPath(parseJsonPath(text), root), JSON.stringify);

test.each([
  ["{.items[*].metadata.name}", "alpha beta gamma"],
  ['{range .items[*]}{.metadata.name}{"\\t"}{.status.phase}{"\\n"}{end}', "alpha\tRunning\nbeta\tRunning\ngamma\tSucceeded\n"],
  ["{.items[1].spec.containers[-1].name}", "side"],
  ["{.items[1].spec.containers[0:1].name}", "main"],
  ['{.items[?(@.status.phase!="Running")].metadata.name}', "gamma"],
  ["{.items[1].spec.containers[?(@.name=='side')].image}", "b"],
  ["{.items[0].metadata.nope}", ""],
  ["{.items[0].metadata.labels}", '{"app":"alpha","app.kubernetes.io/name":"x"}'],
  ["{.items[0].metadata.labels.app\\.kubernetes\\.io/name}", "x"],
  ["{.items[0].metadata.labels['app']}", "alpha"],
  ["{..image}", "a a b c"],
  ["{.items[0,2].metadata.name}", "alpha gamma"],
  [".items", ".items"],
  ["{range .none[*]}x{end}done", "done"],
  ["{range .items[0:2]}{range .spec.containers[*]}{.name},{end};{end}", "main,;main,side,;"],
])("%s gives %j", (path, expected) => {
  expect(render(path)).toBe(expected);
});

test.each([
  ["{.items[0]", "unclosed action"],
  ["{.items[x]}", "invalid array index x"],
  ["{.items[7].metadata}", "array index out of bounds: index 7, length 3"],
  ["{end}", "not in range, nothing to end"],
])("%s is refused: %s", (path, problem) => {
  expect(() => render(path)).toThrow(problem);
});

test("short forms get their braces", () => {
  expect(relaxedJsonPath("metadata.name")).toBe("{.metadata.name}");
  expect(relaxedJsonPath("{.metadata.name}")).toBe("{.metadata.name}");
  expect(relaxedJsonPath("{a}{b}")).toBeUndefined();
  expect(jsonPathValues("{.items[0].metadata.name}", list)).toEqual(["alpha"]);
});

test("a missing key is refused where this is asked for, and gives nothing elsewhere", () => {
  const template = parseJsonPath("{.items[0].nope}");
  expect(evaluateJsonPath(template, list)).toEqual([[]]);
  expect(() => evaluateJsonPath(template, list, { refusesMissing: true })).toThrow("nope is not found");
});
