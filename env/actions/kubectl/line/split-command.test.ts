import { expect, test } from "vitest";
import { splitCommand } from "./split-command.ts";

const words = (text: string): readonly (readonly string[])[] => {
  const result = splitCommand(text);
  if (!result.ok) throw new Error(result.problem);
  return result.steps.flatMap(({ line }) => line.stages.map((stage) => stage.words));
};

test("quotes and backslashes are read as a shell reads them", () => {
  expect(words(`get pods -l 'app in (a,b)' "x y" a\\ b`)).toEqual([["get", "pods", "-l", "app in (a,b)", "x y", "a b"]]);
  expect(words(`patch svc web -p '{"spec":{"ports":[{"port":80}]}}'`)[0]?.at(-1)).toBe('{"spec":{"ports":[{"port":80}]}}');
  expect(words("get pods \\\n  -o wide")).toEqual([["get", "pods", "-o", "wide"]]);
  expect(words(`exec x -- sh -c "echo \\"hi\\" \\$HOME"`)[0]?.at(-1)).toBe('echo "hi" $HOME');
});

test("pipes separate programs", () => {
  expect(words("get pods -o jsonpath={.items[*].metadata.name} | grep -v x | wc -l")).toEqual([
    ["get", "pods", "-o", "jsonpath={.items[*].metadata.name}"],
    ["grep", "-v", "x"],
    ["wc", "-l"],
  ]);
});

test("a here-document is the text up to its tag", () => {
  const result = splitCommand("apply -f - <<'EOF' | grep x\nkind: Pod\n  $HOME\nEOF\n");
  expect(result).toEqual({
    ok: true,
    steps: [
      {
        joint: ";",
        line: {
          stages: [{ words: ["apply", "-f", "-"] }, { words: ["grep", "x"] }],
          heredoc: "kind: Pod\n  $HOME\n",
          stderr: "shown",
          stdout: "shown",
        },
      },
    ],
  });
});

test("stderr can be joined or dropped", () => {
  expect(splitCommand("get x 2>&1")).toMatchObject({ ok: true, steps: [{ line: { stderr: "piped", stages: [{ words: ["get", "x"] }] } }] });
  expect(splitCommand("get x 2>/dev/null")).toMatchObject({ ok: true, steps: [{ line: { stderr: "dropped" } }] });
  expect(splitCommand("get x >/dev/null 2>&1")).toMatchObject({ ok: true, steps: [{ line: { stdout: "dropped", stderr: "dropped" } }] });
  expect(splitCommand("get x &>/dev/null || get y")).toMatchObject({
    ok: true,
    steps: [{ line: { stdout: "dropped", stderr: "dropped" } }, {}],
  });
});

test.each(["get $POD", "get $(x)", "get `x`", "get pods > out", "get pods < in", "get pods &", "(get pods)"])(
  "%j is no list of commands",
  (text) => {
    expect(splitCommand(text)).toMatchObject({ ok: false, kind: "unsupported" });
  },
);

test.each(["get 'pods", 'get "pods', "get pods |", "apply -f - <<EOF\nkind: Pod", ""])("%j is malformed", (text) => {
  expect(splitCommand(text)).toMatchObject({ ok: false, kind: "malformed" });
});

test("commands follow one another as a shell would run them", () => {
  const result = splitCommand("apply -f - <<EOF && get pods || true\nkind: Pod\nEOF\nget svc; get ep &&\n get ns\n# done\n");
  if (!result.ok) throw new Error(result.problem);
  expect(result.steps.map(({ joint, line }) => [joint, line.stages[0]?.words.join(" "), line.heredoc])).toEqual([
    [";", "apply -f -", "kind: Pod\n"],
    ["&&", "get pods", undefined],
    ["||", "true", undefined],
    [";", "get svc", undefined],
    [";", "get ep", undefined],
    ["&&", "get ns", undefined],
  ]);
});

test.each(["get pods &&", "&& get pods", "get pods;; get ns", "|| true"])("%j is malformed as a list", (text) => {
  expect(splitCommand(text)).toMatchObject({ ok: false, kind: "malformed" });
});
