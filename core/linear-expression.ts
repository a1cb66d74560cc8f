import { RE2JS } from "re2js";
import { charge } from "./work-budget.ts";

/**
 * A regular expression that takes linear time on long texts: it is run by JavaScript's engine, which backtracks, only on texts so short
 * that this ends soon, and by RE2's on others. What RE2 cannot run (references to groups) matches nothing in a long text.
 *
 * Looking around is understood as `grep -w` has it alone: `(?<!\w)(?:…)(?!\w)`. It is a `RegExp` to whoever tests, replaces or splits
 * by it; sticky ones are not bounded.
 */
export class LinearExpression extends RegExp {
  readonly #lengthMax: number;
  #linear: RE2JS | "none" | undefined;

  /** @throws SyntaxError for what is no expression of JavaScript */
  constructor(source: string | RegExp, flags = source instanceof RegExp ? source.flags : "") {
    super(source, flags);
    const choices = this.source.match(CHOICE)?.length ?? 0;
    this.#lengthMax = choices === 0 ? Number.POSITIVE_INFINITY : Math.floor(TRIES_MAX ** (1 / (choices + 1)));
  }

  override exec(text: string): RegExpExecArray | null {
    if (text.length <= this.#lengthMax || this.sticky) return this.#execNative(text);
    this.#linear ??= compile(this);
    const from = this.global ? this.lastIndex : 0;
    const found = this.#linear === "none" || from > text.length ? null : this.#find(this.#linear, text, from);
    const perCharacter = this.#linear !== "none" && this.#linear.groupCount() > 0 ? GROUPS_UNITS : LINEAR_UNITS;
    charge(LINEAR_MATCH_UNITS + (ending(found, text) - from) * perCharacter);
    if (this.global) this.lastIndex = found === null ? 0 : found.index + found[0].length;
    return found;
  }

  #execNative(text: string): RegExpExecArray | null {
    const from = this.global ? this.lastIndex : 0;
    const found = super.exec(text);
    charge((found === null ? SEARCH_UNITS : MATCH_UNITS) + (ending(found, text) - from) / CHARACTERS_PER_UNIT);
    return found;
  }

  #find(linear: RE2JS, text: string, from: number): RegExpExecArray | null {
    const own = WORD.test(this.source) ? 2 : 0;
    const matcher = linear.matcher(text);
    // What is before a word may be the end of the last match.
    if (!matcher.find(Math.max(0, own === 0 ? from : from - 1)) || matcher.start(own) < from) return null;
    const groups = Array.from(
      { length: matcher.groupCount() + 1 - own },
      (_, group) => matcher.group(own + group) ?? undefined,
    ) as string[];
    return Object.assign(groups, { index: matcher.start(own), input: text, groups: undefined }) as unknown as RegExpExecArray;
  }

  override [Symbol.split](text: string, limit = Number.POSITIVE_INFINITY): string[] {
    const parts: string[] = [];
    let from = 0;
    for (const match of text.matchAll(new LinearExpression(this, `${this.flags.replace("g", "")}g`))) {
      if (match[0] === "" && (match.index === from || match.index === text.length)) continue;
      parts.push(text.slice(from, match.index), ...match.slice(1));
      from = match.index + match[0].length;
    }
    return [...parts, text.slice(from)].slice(0, limit);
  }
}

/** Parts that multiply the ways in which a text can be divided. */
const CHOICE = /[*+?|]|\{\d*,/g;

/** Number of ways that backtracking may try: milliseconds of work. */
const TRIES_MAX = 500_000;

/**
 * Work of a search without and with a match, which takes memory too, and of the characters looked at: by JavaScript's engine and by RE2's,
 * which takes four times as long where it has to tell what groups held.
 */
const SEARCH_UNITS = 8;
const MATCH_UNITS = 96;
const CHARACTERS_PER_UNIT = 16;
const LINEAR_MATCH_UNITS = 128;
const LINEAR_UNITS = 4;
const GROUPS_UNITS = 16;

/** Position up to which a text was looked at. */
const ending = (found: RegExpExecArray | null, text: string): number =>
  found === null ? text.length : found.index + (found[0] as string).length;

/** A whole word, as RE2 can say it: with what is before it in group 1, and itself in group 2. */
const WORD = /^\(\?<!\\w\)\(\?:([\s\S]*)\)\(\?!\\w\)$/;

const compile = ({ source: given, ignoreCase, multiline }: RegExp): RE2JS | "none" => {
  const source = given.replace(WORD, (_whole, word: string) => `(^|\\W)(${word})(?:\\W|$)`);
  const flags = (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0);
  try {
    return RE2JS.compile(
      source.replaceAll(ITEM, (item) => (item === "." ? "[^\\n\\r]" : item)),
      flags,
    );
  } catch {
    return "none";
  }
};

const ITEM = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\./g;
