import { expect, test } from "vitest";
import { readLine } from "./read-line.ts";
import { type KubectlRequest, type LineResult, runLine } from "./run-line.ts";

const INPUT = "NAME READY\nweb-1 1/1\ndb-0 0/1\nweb-2 1/1\n";

type Call = Omit<KubectlRequest, "stdin"> & { readonly stdin: string | undefined };

interface Bed {
  readonly calls: Call[];
  readonly slept: number[];
  readonly run: (text: string, stdin?: string) => Promise<LineResult>;
}

/** A command line whose kubectl answers from a table: the first row whose key the words begin with. */
const createBed = (answers: Readonly<Record<string, string>> = { get: INPUT }): Bed => {
  const calls: Call[] = [];
  const slept: number[] = [];
  const run = async (text: string, stdin?: string) => {
    const reading = readLine(text);
    if (!reading.ok) throw new Error(reading.problem);
    return runLine(reading.line, {
      kubectl: async (request) => {
        const wanted = request.words.includes("-") ? request.stdin : undefined;
        const given = typeof wanted === "function" ? wanted() : wanted;
        calls.push({ ...request, stdin: given });
        const words = request.words.join(" ");
        const row = Object.keys(answers).find((key) => words.startsWith(key));
        const hasFailed = row === undefined;
        return {
          stdout: hasFailed ? "" : (answers[row] as string),
          stderr: hasFailed ? `error: ${words}\n` : "",
          exitCode: hasFailed ? 1 : 0,
          hadEffect: words.startsWith("apply"),
          waitedTooLong: false,
        };
      },
      nowMs: () => slept.reduce((sum, ms) => sum + ms, 0),
      sleep: async (ms) => void slept.push(ms),
      stdin,
    });
  };
  return { calls, slept, run };
};

const quote = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
const filter = async (words: readonly string[], input = INPUT): Promise<LineResult> =>
  createBed({ get: input }).run(`kubectl get things | ${quote(words)}`);

test.each([
  [["grep", "web"], "web-1 1/1\nweb-2 1/1\n"],
  [["grep", "-v", "web"], "NAME READY\ndb-0 0/1\n"],
  [["grep", "-ic", "WEB"], "2\n"],
  [["grep", "-E", "^(db|x)"], "db-0 0/1\n"],
  [["grep", "web\\|db"], "web-1 1/1\ndb-0 0/1\nweb-2 1/1\n"],
  [["grep", "-A1", "web-1"], "web-1 1/1\ndb-0 0/1\n"],
  [["grep", "-o", "[0-9]/[0-9]"], "1/1\n0/1\n1/1\n"],
  [["grep", "-n", "db"], "3:db-0 0/1\n"],
  [["head", "-1"], "NAME READY\n"],
  [["head", "-n", "2"], "NAME READY\nweb-1 1/1\n"],
  [["tail", "-n1"], "web-2 1/1\n"],
  [["tail", "-n", "+4"], "web-2 1/1\n"],
  [["wc", "-l"], "4\n"],
  [["sort", "-r"], "web-2 1/1\nweb-1 1/1\ndb-0 0/1\nNAME READY\n"],
  [["sort", "-k2", "-u"], "db-0 0/1\nweb-1 1/1\nNAME READY\n"],
  [["awk", "{print $1}"], "NAME\nweb-1\ndb-0\nweb-2\n"],
  [["awk", 'NR>1 && $2 != "1/1" {print $1 ":", $NF}'], "db-0: 0/1\n"],
  [["awk", "/web/"], "web-1 1/1\nweb-2 1/1\n"],
  [["awk", "-F/", "{print $2}"], "\n1\n1\n1\n"],
  [["sed", "-n", "2p"], "web-1 1/1\n"],
  [["sed", "1d"], "web-1 1/1\ndb-0 0/1\nweb-2 1/1\n"],
  [["sed", "-E", "s/(web|db)-([0-9])/\\2-&/g"], "NAME READY\n1-web-1 1/1\n0-db-0 0/1\n2-web-2 1/1\n"],
  [["tr", "a-z", "A-Z"], "NAME READY\nWEB-1 1/1\nDB-0 0/1\nWEB-2 1/1\n"],
  [["cut", "-d", " ", "-f1"], "NAME\nweb-1\ndb-0\nweb-2\n"],
])("%j filters", async (words, expected) => {
  expect((await filter(words)).printed).toBe(expected);
});

test("jq -e ends like what it printed last, and -S sorts", async () => {
  const bed = createBed({ get: '{"b":null,"a":2}' });
  expect(await bed.run("get x | jq -e .b || echo none")).toMatchObject({ printed: "null\nnone\n", exitCode: 0 });
  expect((await bed.run("get x | jq -cS .")).printed).toBe('{"a":2,"b":null}\n');
});

test("a pattern that could run for ever is refused", async () => {
  expect(await filter(["grep", "-E", "(a+)+$"])).toMatchObject({ exitCode: 2, printed: "grep: bad regex '(a+)+$'\n" });
});

test.each([
  [".items[].name", '"a"\n"b"\n'],
  [".items[] | select(.n > 1) | {name, twice: .n}", '{\n  "name": "b",\n  "twice": 2\n}\n'],
  ["[.items[].n] | length", "2\n"],
  [".items | map(.name)", '[\n  "a",\n  "b"\n]\n'],
  ['.items[0] | "\\(.name)=\\(.n)"', '"a=1"\n'],
  [".nope.deep", "null\n"],
  ['.nope // "none"', '"none"\n'],
  [".items | map(.n) | add", "3\n"],
  ['.items[0] | .name + "-" + (.n | tostring)', '"a-1"\n'],
  [".items[1].n * 2 - 1 == 3", "true\n"],
  ["[.items[] | [.name, .n] | @tsv]", '[\n  "a\\t1",\n  "b\\t2"\n]\n'],
  ["del(.items) | length", "0\n"],
  [".items | sort_by(.n) | reverse | .[0].name", '"b"\n'],
  [".items | group_by(.n > 1) | map(length)", "[\n  1,\n  1\n]\n"],
  [".items[-1].name", '"b"\n'],
  ['.items | any(.name == "b")', "true\n"],
  ['"é" | @base64', '"w6k="\n'],
])("jq %j", async (program, expected) => {
  expect((await filter(["jq", program], '{"items":[{"name":"a","n":1},{"name":"b","n":2}]}')).printed).toBe(expected);
});

test.each([
  [".a.b |= . + 1", '{"a":{"b":2,"t":"{\\"x\\":1}"},"l":[1,2,3]}\n'],
  [".a.t |= (fromjson | .x = 5 | tojson)", '{"a":{"b":1,"t":"{\\"x\\":5}"},"l":[1,2,3]}\n'],
  ['.a["new key"] = "z" | .a', '{"b":1,"t":"{\\"x\\":1}","new key":"z"}\n'],
  [".l[] |= . * 2 | .l", "[2,4,6]\n"],
  ["(.l[] | select(. > 1)) = 0 | .l", "[1,0,0]\n"],
  [".l += [4] | .l[0] -= 1 | .l", "[0,2,3,4]\n"],
  [".c.d.e = 1 | .c", '{"d":{"e":1}}\n'],
  [".a.b //= 7 | .a.z //= 8 | .a | del(.t)", '{"b":1,"z":8}\n'],
  ["del(.l[] | select(. == 2)) | del(.a, .l[0])", '{"l":[3]}\n'],
])("jq assigns: %s", async (program, expected) => {
  expect((await filter(["jq", "-c", program], '{"a":{"b":1,"t":"{\\"x\\":1}"},"l":[1,2,3]}')).printed).toBe(expected);
});

test("an address of sed may stand between other marks than slashes", async () => {
  expect((await filter(["sed", "\\|/b|d"], "a/b\nc\n")).printed).toBe("c\n");
  expect((await filter(["sed", "-n", "\\#^a#,\\,c,p"], "x\na/b\nc\nd\n")).printed).toBe("a/b\nc\n");
  expect((await filter(["sed", "\\|a\\|b|d"], "a|b\nab\n")).printed).toBe("ab\n");
});

test("an unknown program behind a pipe, and what jq has not, are refused before anything is run", () => {
  for (const text of ["get x | perl -e 1", "get x | jq 'reduce .[] as $x (0; . + $x)'"])
    expect(readLine(text)).toMatchObject({ ok: false, kind: "unsupported", problem: expect.stringContaining("not available") });
});

test("tools that sum, change and apply are those of a real shell", async () => {
  const bed = createBed({ top: "web 10m\ndb 32m\n", "get svc": "kind: Service\nport: 80\n", apply: "service/web configured\n" });
  expect((await bed.run("kubectl top pods | awk '{s+=$2} END {print s}'")).printed).toBe("42\n");
  const applied = await bed.run("kubectl get svc web -o yaml | sed 's/80/8080/' | kubectl apply -f -");
  expect(applied).toMatchObject({ printed: "service/web configured\n", exitCode: 0, hadEffect: true, commands: 2 });
  expect(bed.calls.at(-1)?.stdin).toBe("kind: Service\nport: 8080\n");
});

test("substitutions, loops and variables run kubectl as often as they say", async () => {
  const bed = createBed({ "get pods": "web-1 web-2", delete: "deleted\n", "get node": "n1\n" });
  const result = await bed.run('for pod in $(kubectl get pods); do kubectl delete pod "$pod"; done; node=$(get node) && echo "on $node"');
  expect(result).toMatchObject({ printed: "deleted\ndeleted\non n1\n", exitCode: 0 });
  expect(bed.calls.map(({ words }) => words.join(" "))).toEqual(["get pods", "delete pod web-1", "delete pod web-2", "get node"]);
});

test("lines of one command are read by a loop one after another", async () => {
  const bed = createBed({ "get pods": "pod/a\npod/b\n", describe: "described\n" });
  await bed.run("kubectl get pods -o name | while read -r pod; do kubectl describe $pod; done");
  expect(bed.calls.map(({ words }) => words.join(" "))).toEqual(["get pods -o name", "describe pod/a", "describe pod/b"]);
});

test("files last until the line ends, and kubectl reads them", async () => {
  const bed = createBed({ apply: "" });
  await bed.run("cat > web.yaml <<'EOF'\nkind: Pod\nEOF\nkubectl apply -f web.yaml; cat web.yaml");
  expect(bed.calls[0]?.machine?.readFile("web.yaml")).toBe("kind: Pod\n");
  expect(await bed.run("cat web.yaml")).toMatchObject({ exitCode: 1, printed: "cat: can't open 'web.yaml': No such file or directory\n" });
});

test("every kubectl command without an input of its own gets the line's", async () => {
  const bed = createBed({ apply: "", create: "" });
  await bed.run("kubectl apply -f -", "a");
  await bed.run("kubectl apply -f - && kubectl create -f -; echo b | kubectl apply -f -", "a");
  expect(bed.calls.map(({ stdin }) => stdin)).toEqual(["a", "a", "a", "b\n"]);
});

test("words that a shell knows too are kubectl's where they mean it", async () => {
  const bed = createBed({ exec: "in\n", set: "set\n", wait: "met\n", diff: "", cp: "", top: "" });
  await bed.run("exec deploy/web -- ls; set image deploy/web a=b; wait --for=condition=Ready pod/x; diff -f -; cp a:/x y; top pods");
  expect(bed.calls.map(({ words }) => words[0])).toEqual(["exec", "set", "wait", "diff", "cp", "top"]);
  expect((await bed.run("set -e; echo a > x; echo a > y; diff x y && echo same")).printed).toBe("same\n");
});

test("an empty filter is no failure of a line, a kubectl that fails is", async () => {
  const bed = createBed();
  expect((await bed.run("kubectl get pods | grep nothing")).exitCode).toBe(0);
  expect(await bed.run("kubectl get pods | grep nothing || echo none")).toMatchObject({ printed: "none\n", exitCode: 0 });
  expect((await bed.run("kubectl nope | head -1")).exitCode).toBe(1);
  expect((await bed.run("kubectl nope | head -1; true")).exitCode).toBe(0);
  expect(await bed.run("kubectl nope || true")).toMatchObject({ exitCode: 0, commands: 2, printed: "error: nope\n" });
});

test("a command counts once, however many stages it has", async () => {
  const bed = createBed();
  for (const [text, commands] of [
    ["get pods", 1],
    ["get pods | grep web | wc -l", 1],
    ["get pods; echo x; get svc", 3],
    ["nope && get pods", 1],
    ["echo $(get pods) $(get svc)", 2],
  ] as const)
    expect((await bed.run(text)).commands).toBe(commands);
});

test("sleep passes the world's time, and timeout limits kubectl", async () => {
  const bed = createBed();
  await bed.run("sleep 5 && timeout 10s kubectl get pods -w | head -3");
  expect(bed.slept).toEqual([5_000]);
  expect(bed.calls[0]?.limitMs).toBe(10_000);
});

test.each([
  ["while true; do :; done", "too many steps"],
  ["while true; do kubectl get pods; done", "more than 50 times"],
  ["yes | cat", "printed too much"],
  ["x=aaaaaaaa; while true; do x=$x$x; done", "out of memory"],
  ["f() { f; }; f", "Segmentation fault"],
])("%j comes to an end", async (text, reason) => {
  const result = await createBed().run(text);
  expect(result.printed.slice(-200)).toContain(reason);
  expect(result.exitCode).not.toBe(0);
});

test("files have an end too", async () => {
  const result = await createBed().run("yes 0123456789 | head -c 5000000 > big; ls -l | wc -l");
  expect(result.printed.length).toBeLessThan(1_000);
});
