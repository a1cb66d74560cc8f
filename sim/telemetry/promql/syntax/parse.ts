import { METRIC_NAME } from "../labels.ts";
import { PromqlError, parseError } from "../promql-error.ts";
import type { Matcher } from "../series.ts";
import { checkTypes } from "./check-types.ts";
import { parseDuration } from "./duration.ts";
import type { Expr, SelectorExpr, TimeShift, VectorMatching } from "./expr.ts";
import { AGGREGATORS, KEYWORDS, type Token } from "./lex.ts";
import { makeMatcher } from "./matcher.ts";
import { parseLabelList, parseMatchers } from "./parse-labels.ts";
import { SIGNATURES } from "./signatures.ts";
import { PRECEDENCE, TokenCursor } from "./token-cursor.ts";

/** Parses a query and checks its types. @throws PromqlError in Prometheus' words */
export const parse = (query: string): Expr => {
  if (query.trim() === "") throw new PromqlError("bad_data", "unknown position: parse error: no expression found in input");
  const parser = new Parser(query);
  const expr = parser.parseAll();
  checkTypes(query, expr);
  return expr;
};

/** Parses the selector of a `match[]` parameter. @throws PromqlError */
export const parseSelector = (query: string): readonly Matcher[] => {
  const expr = parse(query);
  if (expr.kind !== "selector") throw parseError(query, 0, "expected metric selector");
  return expr.matchers;
};

const SET_OPS = new Set(["and", "or", "unless"]);
/** A bound on nesting, so that a hostile query cannot exhaust the stack. */
const DEPTH_MAX = 200;

class Parser {
  readonly #tokens: TokenCursor;
  #depth = 0;

  constructor(query: string) {
    this.#tokens = new TokenCursor(query);
  }

  parseAll(): Expr {
    if (this.#tokens.peek().type === "eof")
      throw new PromqlError("bad_data", "unknown position: parse error: no expression found in input");
    const expr = this.#binary(1);
    if (this.#tokens.peek().type !== "eof") throw this.#tokens.unexpected();
    return expr;
  }

  #binary(least: number): Expr {
    let left = this.#unary();
    for (;;) {
      const op = this.#tokens.peek();
      const precedence = PRECEDENCE[op.type];
      if (precedence === undefined || precedence < least) return left;
      this.#tokens.take();
      const returnBool = this.#tokens.accept("bool") !== undefined;
      const matching = this.#matching(op, left.at);
      const right = this.#binary(op.type === "^" ? precedence : precedence + 1);
      left = { kind: "binary", at: left.at, opAt: op.at, op: op.type, left, right, returnBool, matching };
    }
  }

  /** @param leftAt begin of the left side, where Prometheus points to for some errors */
  #matching(op: Token, leftAt: number): VectorMatching {
    const card = SET_OPS.has(op.type) ? "many-to-many" : "one-to-one";
    const mode = this.#tokens.accept("on") ?? this.#tokens.accept("ignoring");
    const labels = mode === undefined ? [] : parseLabelList(this.#tokens);
    const on = mode?.type === "on";
    const group = this.#tokens.accept("group_left") ?? this.#tokens.accept("group_right");
    if (group !== undefined && mode === undefined) throw this.#tokens.unexpected(undefined, undefined, group);
    if (group === undefined) return { on, labels, card, include: [] };
    if (card === "many-to-many") throw this.#tokens.error(leftAt, `no grouping allowed for "${op.type}" operation`);
    const include = this.#tokens.peek().type === "(" ? parseLabelList(this.#tokens) : [];
    const both = on ? include.find((label) => labels.includes(label)) : undefined;
    if (both !== undefined) throw this.#tokens.error(op.at, `label "${both}" must not occur in ON and GROUP clause at once`);
    return { on, labels, card: group.type === "group_left" ? "many-to-one" : "one-to-many", include };
  }

  #unary(): Expr {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw this.#tokens.error(this.#tokens.peek().at, "expression is nested too deeply");
    const sign = this.#tokens.accept("-") ?? this.#tokens.accept("+");
    const expr = sign === undefined ? this.#postfix(this.#primary()) : this.#signed(sign);
    this.#depth -= 1;
    return expr;
  }

  /** Unary minus binds below `^`: -x^2 is -(x^2). */
  #signed(sign: Token): Expr {
    const expr = this.#binary(PRECEDENCE["^"] as number);
    if (expr.kind === "number") return { ...expr, at: sign.at, value: sign.type === "-" ? -expr.value : expr.value };
    return { kind: "unary", at: sign.at, negative: sign.type === "-", expr };
  }

  #primary(): Expr {
    const token = this.#tokens.peek();
    switch (token.type) {
      case "number":
        this.#tokens.take();
        return { kind: "number", at: token.at, value: numberOf(token.text) };
      case "duration":
        this.#tokens.take();
        return { kind: "number", at: token.at, value: this.#durationOf(token) / 1000 };
      case "string":
        this.#tokens.take();
        return { kind: "string", at: token.at, value: token.text };
      case "(":
        return this.#paren();
      case "{":
        return this.#selector(undefined);
      case "identifier":
      case "metric":
        return this.#named();
      default:
        return this.#keyword(token);
    }
  }

  #paren(): Expr {
    const open = this.#tokens.take();
    const expr = this.#binary(1);
    this.#tokens.expect(")");
    return { kind: "paren", at: open.at, expr };
  }

  #named(): Expr {
    const name = this.#tokens.take();
    if (this.#tokens.peek().type === "(") return this.#call(name);
    return this.#selector(name);
  }

  /** Aggregators aggregate; other keywords (and aggregators without an argument) are plain metric names. */
  #keyword(token: Token): Expr {
    const following = this.#tokens.following().type;
    if (AGGREGATORS.has(token.type) && (following === "(" || following === "by" || following === "without")) return this.#aggregate();
    if (!AGGREGATORS.has(token.type) && !KEYWORDS.has(token.type)) throw this.#tokens.unexpected();
    if (token.type === "bool" || token.type in PRECEDENCE) throw this.#tokens.unexpected();
    return this.#selector(this.#tokens.take());
  }

  #call(name: Token): Expr {
    const args = this.#arguments();
    if (!SIGNATURES.has(name.text)) throw this.#tokens.error(name.at, `unknown function with name "${name.text}"`);
    return { kind: "call", at: name.at, func: name.text, args };
  }

  #arguments(context?: string): readonly Expr[] {
    this.#tokens.expect("(", context);
    const args: Expr[] = [];
    while (this.#tokens.peek().type !== ")") {
      args.push(this.#binary(1));
      if (this.#tokens.accept(",") === undefined) break;
      if (this.#tokens.peek().type === ")")
        throw this.#tokens.error(this.#tokens.peek().at, "trailing commas not allowed in function call args");
    }
    this.#tokens.expect(")", "function call", undefined);
    return args;
  }

  #aggregate(): Expr {
    const op = this.#tokens.take();
    let modifier = this.#grouping();
    const args = this.#arguments(modifier && "aggregation");
    modifier ??= this.#grouping();
    const wanted = PARAMETRISED.has(op.type) ? 2 : 1;
    if (args.length === 0) throw this.#tokens.error(op.at, "no arguments for aggregate expression provided");
    if (args.length !== wanted) {
      throw this.#tokens.error(
        op.at,
        `wrong number of arguments for aggregate expression provided, expected ${wanted}, got ${args.length}`,
      );
    }
    const base = {
      kind: "aggregate" as const,
      at: op.at,
      op: op.type,
      expr: args[wanted - 1] as Expr,
      ...(modifier ?? { grouping: [], without: false }),
    };
    return wanted === 2 ? { ...base, param: args[0] as Expr } : base;
  }

  #grouping(): { readonly grouping: readonly string[]; readonly without: boolean } | undefined {
    const modifier = this.#tokens.accept("by") ?? this.#tokens.accept("without");
    return modifier && { grouping: parseLabelList(this.#tokens), without: modifier.type === "without" };
  }

  #selector(name: Token | undefined): SelectorExpr {
    const at = name?.at ?? this.#tokens.peek().at;
    const matchers: Matcher[] = name === undefined ? [] : [makeMatcher(METRIC_NAME, "=", name.text)];
    if (this.#tokens.peek().type === "{") matchers.push(...parseMatchers(this.#tokens));
    if (matchers.filter((matcher) => matcher.name === METRIC_NAME && matcher.op === "=").length > 1) {
      const names = matchers.filter((matcher) => matcher.name === METRIC_NAME).map((matcher) => `"${matcher.value}"`);
      throw this.#tokens.error(at, `metric name must not be set twice: ${names.join(" or ")}`);
    }
    if (matchers.every((matcher) => matcher.matches("")))
      throw this.#tokens.error(at, "vector selector must contain at least one non-empty matcher");
    return { kind: "selector", at, matchers, shift: {} };
  }

  #postfix(first: Expr): Expr {
    let expr = first;
    for (;;) {
      const token = this.#tokens.peek();
      if (token.type === "[") expr = this.#bracket(expr);
      else if (token.type === "offset") expr = this.#shift(expr, "offset", this.#offset());
      else if (token.type === "@") expr = this.#shift(expr, "@", this.#fixed());
      else return expr;
    }
  }

  #bracket(expr: Expr): Expr {
    const open = this.#tokens.take();
    const rangeMs = this.#duration("subquery or range selector", "number, duration, step(), or range()");
    if (this.#tokens.accept(":") !== undefined) {
      const stepMs =
        this.#tokens.peek().type === "]" ? undefined : this.#duration("subquery selector", 'number, duration, step(), range(), or "]"');
      this.#tokens.expect("]", "subquery selector", '"]"');
      const base = { kind: "subquery" as const, at: expr.at, expr, rangeMs, shift: {} };
      return stepMs === undefined ? base : { ...base, stepMs };
    }
    this.#tokens.expect("]", "subquery or range", '":" or "]"');
    if (expr.kind !== "selector") throw this.#tokens.error(open.at, "ranges only allowed for vector selectors");
    if (expr.shift.offsetMs !== undefined) throw this.#tokens.error(open.at, "no offset modifiers allowed before range");
    if (expr.shift.fixedAt !== undefined) throw this.#tokens.error(open.at, "no @ modifiers allowed before range");
    return { kind: "range", at: expr.at, selector: expr, rangeMs };
  }

  #duration(context: string, expected: string): number {
    const token = this.#tokens.take();
    const ms = this.#durationOrSeconds(token);
    if (ms === undefined) throw this.#tokens.unexpected(context, expected, token);
    if (!(ms > 0)) throw this.#tokens.error(token.at, "duration must be greater than 0");
    return Math.round(ms);
  }

  /** Time in ms; a number is seconds. */
  #durationOrSeconds(token: Token): number | undefined {
    if (token.type === "number") return numberOf(token.text) * 1000;
    return token.type === "duration" ? this.#durationOf(token) : undefined;
  }

  #durationOf(token: Token): number {
    const ms = parseDuration(token.text);
    if (ms === undefined) throw this.#tokens.error(token.at, `not a valid duration string: ${JSON.stringify(token.text)}`);
    return ms;
  }

  #offset(): TimeShift {
    this.#tokens.take();
    const negative = this.#tokens.accept("-") !== undefined;
    if (!negative) this.#tokens.accept("+");
    const token = this.#tokens.take();
    const ms = this.#durationOrSeconds(token);
    if (ms === undefined) throw this.#tokens.unexpected("offset", "number, duration, step(), or range()", token);
    return { offsetMs: Math.round(negative ? -ms : ms) };
  }

  #fixed(): TimeShift {
    this.#tokens.take();
    const word = this.#tokens.accept("identifier");
    if (word !== undefined && (word.text === "start" || word.text === "end")) {
      this.#tokens.expect("(");
      this.#tokens.expect(")");
      return { fixedAt: word.text };
    }
    const negative = this.#tokens.accept("-") !== undefined;
    const token = word ?? this.#tokens.take();
    if (token.type !== "number") throw this.#tokens.unexpected("@", "timestamp", token);
    const seconds = numberOf(token.text);
    if (!Number.isFinite(seconds)) throw this.#tokens.error(token.at, `timestamp out of bounds for @ modifier: ${token.text}`);
    return { fixedAt: Math.round((negative ? -seconds : seconds) * 1000) };
  }

  #shift(expr: Expr, word: "offset" | "@", shift: TimeShift): Expr {
    const target = expr.kind === "range" ? expr.selector : expr;
    if (target.kind !== "selector" && target.kind !== "subquery") {
      const after = "must be preceded by an instant vector selector or range vector selector or a subquery";
      throw this.#tokens.error(expr.at, word === "@" ? `@ modifier ${after}` : `offset modifier ${after}`);
    }
    const twice = shift.offsetMs !== undefined ? target.shift.offsetMs !== undefined : target.shift.fixedAt !== undefined;
    if (twice)
      throw this.#tokens.error(
        expr.at,
        word === "@" ? "@ <timestamp> may not be set multiple times" : "offset may not be set multiple times",
      );
    const shifted = { ...target, shift: { ...target.shift, ...shift } };
    return expr.kind === "range" ? { ...expr, selector: shifted as SelectorExpr } : shifted;
  }
}

const PARAMETRISED = new Set(["topk", "bottomk", "quantile", "count_values", "limitk"]);

const numberOf = (text: string): number => {
  const lower = text.toLowerCase();
  if (lower === "inf") return Number.POSITIVE_INFINITY;
  if (lower === "nan") return Number.NaN;
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return Number(text.replaceAll("_", ""));
};
