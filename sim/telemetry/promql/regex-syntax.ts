import { ANY, ASSERTIONS, type CharRange, CONTROLS, foldCase, negate, PERL, POSIX } from "./char-ranges.ts";

/** A parsed regular expression of RE2's syntax, over UTF-16 units. */
export type RegexNode =
  | { readonly kind: "empty" }
  | { readonly kind: "set"; readonly ranges: readonly CharRange[] }
  | { readonly kind: "assert"; readonly what: "start" | "end" | "line-start" | "line-end" | "word" | "not-word" }
  | { readonly kind: "concat" | "alternate"; readonly items: readonly RegexNode[] }
  | { readonly kind: "group"; readonly name: string | undefined; readonly capturing: boolean; readonly item: RegexNode }
  | { readonly kind: "repeat"; readonly min: number; readonly max: number; readonly greedy: boolean; readonly item: RegexNode };

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** Parses as RE2 does. @throws Error in the words of Go's regexp/syntax, without the frame */
export const parseRegex = (pattern: string, dotAll: boolean): RegexNode => {
  const parser = new RegexParser(pattern, { ignoreCase: false, multiline: false, dotAll });
  return parser.parseAll();
};

const REPEAT_MAX = 1000;
const DEPTH_MAX = 100;

class RegexParser {
  readonly #text: string;
  #flags: Flags;
  #at = 0;
  #depth = 0;

  constructor(text: string, flags: Flags) {
    this.#text = text;
    this.#flags = flags;
  }

  parseAll(): RegexNode {
    const node = this.#alternate();
    if (this.#at < this.#text.length) throw new Error(`unexpected ): \`${this.#text}\``);
    return node;
  }

  #alternate(): RegexNode {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new Error(`expression nests too deeply: \`${this.#text}\``);
    const flags = this.#flags;
    const items = [this.#concat()];
    while (this.#accept("|")) items.push(this.#concat());
    this.#flags = flags;
    this.#depth -= 1;
    return items.length === 1 ? (items[0] as RegexNode) : { kind: "alternate", items };
  }

  #concat(): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#text.length && !this.#looking("|") && !this.#looking(")")) items.push(this.#repeated());
    return items.length === 0 ? { kind: "empty" } : items.length === 1 ? (items[0] as RegexNode) : { kind: "concat", items };
  }

  #repeated(): RegexNode {
    let node = this.#atom();
    let last: string | undefined;
    for (;;) {
      const start = this.#at;
      const bounds = this.#bounds();
      if (bounds === undefined) return node;
      const greedy = !this.#accept("?");
      const op = this.#text.slice(start, this.#at);
      if (last !== undefined) throw new Error(`invalid nested repetition operator: \`${last}${op}\``);
      last = op;
      node = { kind: "repeat", ...bounds, greedy, item: node };
    }
  }

  #bounds(): { readonly min: number; readonly max: number } | undefined {
    if (this.#accept("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#accept("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#accept("?")) return { min: 0, max: 1 };
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at));
    if (match === null) return undefined;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === "" ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (min > REPEAT_MAX || (max !== Number.POSITIVE_INFINITY && (max > REPEAT_MAX || max < min)))
      throw new Error(`invalid repeat count: \`${match[0]}\``);
    this.#at += match[0].length;
    return { min, max };
  }

  #atom(): RegexNode {
    const char = this.#text[this.#at] as string;
    switch (char) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new Error(`missing argument to repetition operator: \`${char}\``);
    }
    this.#at += 1;
    if (char === ".") return { kind: "set", ranges: this.#flags.dotAll ? ANY : negate([[10, 10]]) };
    if (char === "^") return { kind: "assert", what: this.#flags.multiline ? "line-start" : "start" };
    if (char === "$") return { kind: "assert", what: this.#flags.multiline ? "line-end" : "end" };
    return this.#set([[char.charCodeAt(0), char.charCodeAt(0)]]);
  }

  #group(): RegexNode {
    const rest = this.#text.slice(this.#at);
    const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest);
    const flagged = /^\(\?([imsU]*)(?:-([imsU]+))?(:|\))/.exec(rest);
    if (rest.startsWith("(?") && named === null && flagged === null) {
      throw new Error(`invalid or unsupported Perl syntax: \`${/^\(\?(?:P?<[=!]?|.)?/.exec(rest)?.[0] ?? "(?"}\``);
    }
    this.#at += named?.[0].length ?? flagged?.[0].length ?? 1;
    if (flagged !== null) return this.#flagGroup(flagged);
    return { kind: "group", capturing: true, name: named?.[1], item: this.#closed() };
  }

  #flagGroup(match: RegExpExecArray): RegexNode {
    const outer = this.#flags;
    const wanted = (flag: string, before: boolean) => (match[2]?.includes(flag) ? false : match[1]?.includes(flag) ? true : before);
    this.#flags = { ignoreCase: wanted("i", outer.ignoreCase), multiline: wanted("m", outer.multiline), dotAll: wanted("s", outer.dotAll) };
    if (match[3] === ")") return { kind: "empty" };
    const item = this.#closed();
    this.#flags = outer;
    return { kind: "group", capturing: false, name: undefined, item };
  }

  #closed(): RegexNode {
    const item = this.#alternate();
    if (!this.#accept(")")) throw new Error(`missing closing ): \`${this.#text}\``);
    return item;
  }

  #class(): RegexNode {
    const start = this.#at;
    this.#at += 1;
    const negated = this.#accept("^");
    const ranges: CharRange[] = [];
    for (let first = true; first || !this.#looking("]"); first = false) {
      if (this.#at >= this.#text.length) throw new Error(`missing closing ]: \`${this.#text.slice(start)}\``);
      ranges.push(...this.#classItem(start));
    }
    this.#at += 1;
    const folded = this.#flags.ignoreCase ? foldCase(ranges) : ranges;
    return { kind: "set", ranges: negated ? negate(folded) : folded };
  }

  #classItem(start: number): readonly CharRange[] {
    const posix = /^\[:(\^?)(\w+):\]/.exec(this.#text.slice(this.#at));
    if (posix !== null) {
      const ranges = POSIX[posix[2] as string];
      if (ranges === undefined) throw new Error(`invalid character class range: \`${posix[0]}\``);
      this.#at += posix[0].length;
      return posix[1] === "^" ? negate(ranges) : ranges;
    }
    const from = this.#classChar();
    if (from.length !== 1 || from[0]?.[0] !== from[0]?.[1]) return from;
    if (!this.#looking("-") || this.#text[this.#at + 1] === "]" || this.#at + 1 >= this.#text.length) return from;
    const at = this.#at;
    this.#at += 1;
    const to = this.#classChar();
    const range: CharRange = [(from[0] as CharRange)[0], (to[0] as CharRange)[1]];
    if (to.length !== 1 || range[1] < range[0])
      throw new Error(`invalid character class range: \`${this.#text.slice(Math.max(start + 1, at - 1), this.#at)}\``);
    return [range];
  }

  #classChar(): readonly CharRange[] {
    if (this.#looking("\\")) {
      const node = this.#escape();
      if (node.kind !== "set") throw new Error(`invalid escape sequence: \`${this.#text.slice(this.#at - 2, this.#at)}\``);
      return node.ranges;
    }
    const code = this.#text.charCodeAt(this.#at);
    this.#at += 1;
    return [[code, code]];
  }

  #escape(): RegexNode {
    const char = this.#text[this.#at + 1];
    if (char === undefined) throw new Error("trailing backslash at end of expression: ``");
    const code = /^\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/.exec(this.#text.slice(this.#at));
    if (code !== null) {
      this.#at += code[0].length;
      const point = Number.parseInt(code[1] ?? code[2] ?? "0", 16);
      return this.#set([[point, point]]);
    }
    this.#at += 2;
    const ranges = PERL[char];
    if (ranges !== undefined) return { kind: "set", ranges };
    const what = ASSERTIONS[char];
    if (what !== undefined) return { kind: "assert", what };
    const control = CONTROLS[char] ?? (/[A-Za-z0-9]/.test(char) ? undefined : char.charCodeAt(0));
    if (control === undefined) throw new Error(`invalid escape sequence: \`\\${char}\``);
    return this.#set([[control, control]]);
  }

  #set(ranges: readonly CharRange[]): RegexNode {
    return { kind: "set", ranges: this.#flags.ignoreCase ? foldCase(ranges) : ranges };
  }

  #looking(char: string): boolean {
    return this.#text[this.#at] === char;
  }

  #accept(char: string): boolean {
    if (!this.#looking(char)) return false;
    this.#at += 1;
    return true;
  }
}
