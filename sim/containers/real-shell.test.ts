import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TOOL_SCRIPTS } from "./real-tools.cases.ts";
import { createShellBed } from "./shell-bed.cases.ts";

const busybox = spawnSync("busybox", ["sh", "-c", "echo $((6*7))"], { encoding: "utf8" });
const hasBusybox = busybox.status === 0 && busybox.stdout === "42\n";

interface Outcome {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const runReal = (script: string): Outcome => {
  const cwd = mkdtempSync(join(tmpdir(), "shell-"));
  const env = { PATH: "/usr/bin:/bin", HOME: "/root" };
  const { status, stdout, stderr } = spawnSync("busybox", ["sh", "-c", script], {
    cwd,
    encoding: "utf8",
    timeout: 120_000,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  rmSync(cwd, { recursive: true });
  return { status, stdout, stderr };
};

const bed = createShellBed();

const runOurs = (script: string): Outcome => {
  bed.run("rm -rf /w; mkdir /w");
  const result = bed.run(`cd /w\n${script}`);
  return result.kind === "exited"
    ? { status: result.exitCode, stdout: result.stdout, stderr: result.stderr }
    : { status: result.kind, stdout: "", stderr: "" };
};

describe.skipIf(!hasBusybox)("a container's tools are busybox's", () => {
  test.each(TOOL_SCRIPTS)("%j", (script) => {
    expect(runOurs(script)).toEqual(runReal(script));
  });
});

describe.skipIf(!hasBusybox)("a container's shell is busybox's", () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the shell expands them
  const scripts = [
    "for i in 1 2 3; do echo $i; done",
    'i=0; while [ $i -lt 3 ]; do echo "n $i"; i=$((i+1)); done',
    'x="a b  c"; echo $x; echo "$x"; for w in $x; do echo "<$w>"; done',
    "case foo.txt in *.txt) echo txt;; *) echo other;; esac",
    'f() { echo "args: $# $1 $2"; return 3; }; f a "b c"; echo $?',
    "(cd /; pwd); echo done",
    "set -e; false; echo no",
    "set -e; false || true; echo yes; if false; then :; fi; echo still",
    "echo ${x:-def} ${x-def2} ${#HOME}; y=hello; echo ${y#he} ${y%lo} ${y:1:3} ${y/l/L} ${y//l/L}; echo ${y##*l} ${y%%l*}",
    "echo $((1+2*3)) $((7/2)) $((7%3)) $((-7/2)) $((1<2)) $((2**3)) $((0x10)) $((010))",
    "cat <<EOF\nhello $((1+1))\n`echo hi`\nEOF",
    "cat <<'EOF'\n$x\nEOF\n",
    "echo a | cat | tr a b",
    'printf "%s-%d\\n" a 1 b 2',
    'printf "%5s|%-5s|%05d\\n" a b 42',
    'echo -e "a\\tb\\n"; echo -n x; echo',
    'trap "echo bye" EXIT; echo hi; exit 3',
    "echo hi >&2; echo out",
    'x=$(echo a; echo b); echo "$x"; echo $x',
    'echo "a\\"b" \'c"d\' e\\ f',
    "nosuch; echo $?",
    "cd /nosuch; echo $?",
    "ls /nosuch; echo $?",
    "cat /nosuch; echo $?",
    'set -- a b c; echo $# $*; shift; echo "$@"; for a; do echo $a; done',
    'while read a b; do echo "$b,$a"; done <<EOF\n1 2 3\n4 5\nEOF',
    "echo a b c | { read x y; echo $y; }",
    "i=1; until [ $i -gt 3 ]; do i=$((i+1)); [ $i = 3 ] && continue; echo $i; done",
    "for i in 1 2 3; do for j in a b; do [ $i$j = 2a ] && break 2; echo $i$j; done; done",
    "true && echo t || echo f; false && echo t || echo f",
    "! true; echo $?",
    "exit 300",
    "echo a; exec echo b; echo c",
    'eval "x=5; echo \\$x"; echo $x',
    "f() { local x=2; echo $x; }; x=1; f; echo $x",
    "echo $0 $1",
    'echo "$(echo "nested $(echo deep)")"',
    'seq 3 | while read n; do echo "got $n"; done',
    'echo abc | sed "s/b/X/;s/c$/!/"',
    'printf "b\\na\\nc\\na\\n" | sort | uniq -c',
    'printf "1 x\\n2 y\\n" | awk "{print \\$2, \\$1}"',
    "echo a > f; echo bc > g; wc -c f g; wc -c f; wc f g",
    "mkdir d; echo a > d/f; grep -rn a d/f; grep -r a d",
    'echo one two three | cut -d" " -f2,3',
    "echo hello | grep -o l",
    'printf "a\\nb\\n" | grep -n b',
    'printf "a\\nb\\nc\\n" | head -n 2 | tail -n 1',
    'printf "abcdef" | tail -c +3; printf "abcdef" | tail -c 2; printf "a\\nb\\nc\\n" | tail -n +2',
    "yes | head -n 2",
    'echo abc | wc -c; printf "a b\\nc" | wc',
    "expr 1 + 2; expr 5 / 2; expr a : a; expr length abc",
    '[ a = a -a b = b ] && echo and; [ -z "" ] && echo z; [ -n "" ] || echo n; test 1 -gt 2; echo $?',
    "[ 1 -eq a ]; echo $?",
    "echo $((1/0)); echo after",
    "unset x; set -u; echo $x; echo after",
    "if true; then echo x",
    "echo )",
    "for",
    "case x in",
    'echo "unterminated',
    "x=1 env | grep ^x=",
    'x=1; export x; sh -c "echo $x \\$x"',
    'sh -c "exit 7"; echo $?',
    "{ echo a; echo b >&2; } 2>/dev/null",
    "echo a 2>&1 >/dev/null",
    "(exit 4); echo $?",
    "sleep 0 & wait; echo waited $?",
    'sh -c "kill -9 \\$\\$"; echo $?',
    "readonly r=1; r=2; echo no",
    "type cd; type nosuch; command -v echo",
    "IFS=:; x=a:b:c; set -- $x; echo $# $2",
    'echo *nosuch*; echo "*"',
    "mkdir -p d/e; touch d/a d/b; echo d/*; ls d; rm -r d; ls d",
    "echo x > f; echo y >> f; cat f; wc -l < f; cp f g; mv g h; cat h; rm f h",
    "umask",
    "echo ${nope?missing}; echo no",
    "x=abc; case $x in a?c) echo q;; esac; case x in [a-w]) echo 1;; [!a-w]) echo 2;; esac",
    "f() { return; }; false; f; echo $?",
    "echo $(( x = 5, x + 1 )) $x",
    "i=5; echo $((i++)) $((++i)) $i",
    'let "x=3*4"; echo $x',
    'printf "%x %o %c %%\\n" 255 8 abc',
    "echo a\\\nb",
    "# comment\necho c # d",
    "echo a;;",
    "seq 1 3 10",
    "basename /a/b.c .c; dirname /a/b",
    'echo aXbXc | tr X "\\n"',
    'echo "a  b" | tr -s " "',
    'printf "3\\n1\\n2\\n" | sort -rn',
    "echo test | base64; echo dGVzdAo= | base64 -d",
    'x=; echo "${x:+set}${x+isset}"',
    "set -x; echo a",
    "getopts ab: o -a -b v; echo $o",
    "while :; do break; done; echo $?",
    "a=1 b=$a; echo $b",
    'echo ${1:-none} "$@" end',
    "echo 'it'\\''s'",
    "x=5; x=$((x>3?10:20)); echo $x",
    "wait 99; echo $?",
    "kill -0 $$; echo $?",
    "[ -d / ] && [ -e /tmp ] && echo dirs",
    "[ ! -f /x ] && echo nof",
    "test; echo $?",
    '[ a ]; echo $?; [ "" ]; echo $?',
    "[[ a == a ]] && echo yes",
    'printf "no newline"',
    "tr a-z A-Z <<< x",
    'echo "$((3 > 2 && 1))"',
    "source /nosuch; echo $?",
    ". /nosuch; echo no",
    "break; echo $?",
    "return 3; echo no",
    "local x=1; echo $?",
    "echo foo | xargs echo bar",
    'printf "a b\\nc\\n" | xargs -n1 echo',
    'x="*"; echo "$x"',
    "cat << A << B\n1\nA\n2\nB",
    "echo start; { sleep 0; echo bg; } & wait; echo end",
    "date -d @0 +%Y-%m-%d",
    "echo {a,b}",
    "echo $'a\\n'",
    'awk "BEGIN{print 1+2}"',
    'printf "a,b\\n" | awk -F, "{print \\$2}"',
    "nl <<E\na\nb\nE",
    'set -x; echo "" "a\'b" "x*" "a;b" $((1+2)) ~ "\\$" a=b -n "a\\b"; x="" y="1=2" true; [ "a b" = c ]',
    ...["if", "while", "(", "{", "if true; then", "if true; then echo; else", "if true; then fi", "while true; do", "while true; do done"],
    ...[
      "if true; then echo; elif",
      "case x in a)",
      "case x in a) echo",
      "echo && ",
      "f() { echo",
      "if true; then echo; done",
      "for x in a; echo",
    ],
    ...["echo a; done", "for x in a b", "if true; then { echo a; fi", "case a in a) echo b; esac", "(echo a; done)"],
    "set -o pipefail; false | true; echo $?; true | (exit 3) | true; echo $?; set +o pipefail; false | true; echo $?",
    "set -o nope; echo $?; set -o; set -z; echo no",
    "sleep 30 & kill $!; wait $!; echo $?",
    "sleep 30 & kill -9 $!; wait; echo $?",
    "sleep 30 & p=$!; kill $p; sleep 0.1; wait $p; echo $?",
    "timeout 0.1 sleep 5; echo $?; timeout -s KILL 0.1 sleep 5; echo $?; timeout 5 sh -c 'exit 3'; echo $?",
    "[[ abc == a* ]] && echo m; [[ abc =~ ^a.c$ ]] && echo re; [[ ! -d / || -f / ]] || echo k; [[ a != b* && -n x ]] && echo n",
    'alias ll="ls -l"; alias; alias ll; alias nope; type ll; unalias ll; unalias nope; type ll if {; command -v if b; hash; hash nope; echo $?',
    "umask 077; umask; umask -S; umask u=rwx,g=,o=; umask; umask 99; echo $?; echo > u; mkdir v; sh -c 'echo > w'; ls -l | cut -c1-10",
    'printf "%d\n" abc; echo $?; kill; echo $?; kill -FOO 1; kill abc; kill -l 9 TERM 143',
    "time true 2>&1 | cut -c1-4; time sh -c 'exit 3' 2>&1 | head -n 1; time false 2>/dev/null; echo $?",
    "exit abc",
    "sh -z; echo $?; echo 'echo $1 $2 $#' | sh -s one two",
  ];
  test.each(scripts)("%j", (script) => expect(runOurs(script)).toEqual(runReal(script)));

  test("on generated scripts too", () => {
    const word = fc.constantFrom(
      "a",
      "b c",
      "$x",
      '"$x"',
      "'q r'",
      "$((x+1))",
      "$(echo s)",
      "*.none",
      "x$y",
      "\\$",
      "${x:-d}",
      "${y#b}",
      "$?",
      "$#",
    );
    const simple = fc.oneof(
      fc.array(word, { maxLength: 3 }).map((words) => `echo ${words.join(" ")}`),
      fc.tuple(fc.constantFrom("x", "y"), word).map(([name, value]) => `${name}=${value.replace(" ", "")}`),
      fc.constantFrom(
        "true",
        "false",
        ":",
        "(exit 3)",
        "! true",
        "x=5",
        "set -- p q",
        "shift 2>/dev/null",
        "echo t > f; cat f",
        "printf '%s.' 1 2",
        '[ -n "$x" ]',
      ),
    );
    const { script } = fc.letrec<{ script: string; command: string }>((tie) => ({
      command: fc.oneof(
        { maxDepth: 3 },
        simple,
        fc.tuple(tie("command"), tie("command")).map(([a, b]) => `if ${a}; then ${b}; else echo else; fi`),
        fc.tuple(tie("command"), fc.constantFrom("&&", "||", ";"), tie("command")).map(([a, operator, b]) => `${a} ${operator} ${b}`),
        tie("command").map((body) => `for i in 1 2; do ${body}; done`),
        tie("command").map((body) => `( ${body} )`),
        tie("command").map((body) => `{ ${body}; } | cat`),
        simple.map((body) => `f() { ${body}; }; f arg`),
        tie("command").map((body) => `case "$x" in 5) ${body};; *) echo star;; esac`),
        simple.map((body) => `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ${body}; done`),
      ),
      script: fc.array(tie("command"), { minLength: 1, maxLength: 4 }).map((commands) => commands.join("\n")),
    }));
    fc.assert(
      fc.property(script, (text) => {
        const { status, stdout } = runOurs(text);
        const real = runReal(text);
        expect({ status, stdout }).toEqual({ status: real.status, stdout: real.stdout });
      }),
      { numRuns: 40 },
    );
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the shell expands them
