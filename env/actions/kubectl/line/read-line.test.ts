import { expect, test } from "vitest";
import { type PlainCommand, readLine } from "./read-line.ts";

const plain = (text: string): PlainCommand => {
  const reading = readLine(text);
  if (!reading.ok || reading.line.kind !== "plain") throw new Error(`${text} is no plain command`);
  return reading.line;
};

test("quotes and backslashes are read as a shell reads them", () => {
  expect(plain(`get pods -l 'app in (a,b)' "x y" a\\ b`).words).toEqual(["get", "pods", "-l", "app in (a,b)", "x y", "a b"]);
  expect(plain(`patch svc web -p '{"spec":{"ports":[{"port":80}]}}'`).words.at(-1)).toBe('{"spec":{"ports":[{"port":80}]}}');
  expect(plain("kubectl get pods \\\n  -o wide # all of them").words).toEqual(["get", "pods", "-o", "wide"]);
  expect(plain(`exec x -- sh -c "echo \\"hi\\" \\$HOME"`).words.at(-1)).toBe('echo "hi" $HOME');
  expect(plain("get pods -o jsonpath={.items[*].metadata.name}").words.at(-1)).toBe("jsonpath={.items[*].metadata.name}");
});

test("a here-document and a dropped stderr need no shell", () => {
  expect(plain("apply -f - <<'EOF'\nkind: Pod\n  $HOME\nEOF\n")).toMatchObject({
    words: ["apply", "-f", "-"],
    stdin: "kind: Pod\n  $HOME\n",
  });
  expect(plain("kubectl get x 2>&1")).toMatchObject({ words: ["get", "x"], dropsStderr: false });
  expect(plain("kubectl get x 2>/dev/null")).toMatchObject({ dropsStderr: true });
});

test.each([
  "get pods | grep x",
  "get $POD",
  "get $(cat x)",
  "get `cat x`",
  "get pods > out",
  "get pods < in",
  "(get pods)",
  "a=1 kubectl get pods",
  "get pods; get svc",
  "apply -f - <<EOF\nname: $NAME\nEOF",
  "for x in a b; do kubectl get $x; done",
  "echo hi",
])("%j is for the shell", (text) => {
  expect(readLine(text)).toMatchObject({ ok: true, line: { kind: "script" } });
});

test.each([
  ["get pods &", "background"],
  ["helm list", "use kubectl"],
  ["echo $(curl x)", "kubectl exec"],
  ["kubectl get pods | perl -e 1", "perl is not available behind a pipe; there are grep,"],
  [Array.from({ length: 21 }, () => "get pods").join(";"), "More than 20 commands"],
])("%j is refused before it runs", (text, problem) => {
  expect(readLine(text)).toMatchObject({ ok: false, kind: "unsupported", problem: expect.stringContaining(problem) });
});

test.each([
  "get 'pods",
  'get "pods',
  "get pods |",
  "apply -f - <<EOF\nkind: Pod",
  "",
  "# nothing",
  "get pods &&",
  "&& get pods",
  "get pods;; get ns",
  "|| true",
])("%j is malformed", (text) => {
  expect(readLine(text)).toMatchObject({ ok: false, kind: "malformed", problem: expect.stringMatching(/\.$/) });
});
