import { charge, chargeItems, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { posixExpression } from "../applets/posix-expression.ts";
import { COMPARISONS, calculate } from "./awk-arithmetic.ts";
import { AwkArray } from "./awk-array.ts";
import { AWK_DEFAULTS } from "./awk-defaults.ts";
import { callBuiltin } from "./awk-functions.ts";
import { AwkInput } from "./awk-input.ts";
import { AwkError, type AwkExpression, type AwkProgram, type AwkRule, type AwkStatement, type AwkTarget } from "./awk-syntax.ts";
import { type AwkValue, compareValues, formatAwk, isTrue, toNumber, toText } from "./awk-values.ts";

/** Surroundings of a program of awk: files, commands, output, the time. */
export interface AwkWorld {
  /** The bytes of a file; undefined: it cannot be read. */
  readFile(path: string): string | undefined;
  /** Runs a command; returns its output and its status. */
  run(command: string): { readonly output: string; readonly status: number };
  write(how: ">" | ">>" | "|", where: string, text: string): void;
  print(text: string): void;
  nowMs(): number;
}

type Storage = Map<string, AwkValue | AwkArray<AwkValue>>;

/** The variables of a function that runs, and for parameters that nothing was assigned to yet, what they were called with: it may become an array. */
interface Frame {
  readonly locals: Storage;
  readonly origins: ReadonlyMap<string, { readonly frame: Frame | undefined; readonly name: string }>;
}

/** Leaves loops, rules, functions and the program. */
class Leaving {
  readonly what: "break" | "continue" | "next" | "nextfile" | "return" | "exit";
  readonly value: AwkValue;

  constructor(what: Leaving["what"], value?: AwkValue) {
    this.what = what;
    this.value = value;
  }
}

/** Runs one program over its input. */
export class AwkMachine {
  readonly world: AwkWorld;
  readonly #program: AwkProgram;
  readonly #globals: Storage = new Map();
  readonly #inRange = new Set<AwkRule>();
  readonly #readers = new Map<string, AwkInput>();
  readonly #expressions = new Map<string, RegExp>();
  readonly input: AwkInput;
  #frame: Frame | undefined;
  #record = "";
  #fields: AwkValue[] | undefined;
  #isRecordStale = false;
  #depth = 0;
  #status = 0;

  constructor(program: AwkProgram, world: AwkWorld, input: AwkInput, variables: Readonly<Record<string, string>>) {
    this.#program = program;
    this.world = world;
    this.input = input;
    for (const [name, value] of Object.entries(AWK_DEFAULTS)) this.#globals.set(name, value);
    for (const [name, text] of Object.entries(variables)) this.#globals.set(name, { text });
  }

  setEnvironment(name: string, entries: readonly (readonly [string, string])[]): void {
    const array = this.array(name);
    for (const [key, text] of entries) array.set(key, { text });
  }

  /** Gives the status of the program. */
  run(): number {
    const has = (when: AwkRule["when"]): boolean => this.#program.rules.some((rule) => rule.when === when);
    let isOver = this.#phase("begin");
    if (!isOver && (has("record") || has("end"))) {
      isOver = this.#records();
      if (isOver !== "early") isOver = false;
    }
    if (isOver !== "end") this.#phase("end");
    return this.#status;
  }

  /** True when the program was left within BEGIN without rules for the end to run. */
  #phase(when: "begin" | "end"): false | "early" | "end" {
    for (const rule of this.#program.rules)
      if (rule.when === when && rule.action !== undefined && this.#act(rule.action) === "exit") return when === "end" ? "end" : "early";
    return false;
  }

  #records(): false | "early" {
    while (this.#nextRecord()) {
      for (const rule of this.#program.rules) {
        if (rule.when !== "record" || !this.#matches(rule)) continue;
        const left = rule.action === undefined ? this.#printRecord() : this.#act(rule.action);
        if (left === "exit") return "early";
        if (left === "nextfile") this.input.skipFile();
        if (left === "next" || left === "nextfile") break;
      }
    }
    return false;
  }

  #printRecord(): undefined {
    this.world.print(`${this.record}${toText(this.variable("ORS"))}`);
    return undefined;
  }

  #nextRecord(): boolean {
    const record = this.input.next(toText(this.variable("RS")), (name, text) => this.assign({ kind: "variable", name }, { text }));
    if (record === undefined) return false;
    this.setRecord(record);
    this.#count("NR");
    this.#globals.set("FNR", this.input.recordsOfFile);
    this.#globals.set("FILENAME", this.input.fileName);
    return true;
  }

  #count(name: string): void {
    this.#globals.set(name, toNumber(this.variable(name)) + 1);
  }

  #matches(rule: AwkRule): boolean {
    const { pattern, until } = rule;
    if (pattern === undefined) return true;
    if (until === undefined) return this.test(pattern);
    if (!this.#inRange.has(rule)) {
      if (!this.test(pattern)) return false;
      this.#inRange.add(rule);
    }
    if (this.test(until)) this.#inRange.delete(rule);
    return true;
  }

  #act(action: AwkStatement): Leaving["what"] | undefined {
    try {
      this.execute(action);
    } catch (left) {
      if (!(left instanceof Leaving)) throw left;
      if (left.what === "exit" && left.value !== undefined) this.#status = toNumber(left.value) & 255;
      return left.what;
    }
    return undefined;
  }

  execute(statement: AwkStatement): void {
    switch (statement.kind) {
      case "block":
        for (const inner of statement.body) this.execute(inner);
        return;
      case "expression":
        this.evaluate(statement.value);
        return;
      case "print":
        return this.#print(statement);
      case "if":
        if (this.test(statement.test)) this.execute(statement.yes);
        else if (statement.no !== undefined) this.execute(statement.no);
        return;
      case "loop":
        return this.#loop(statement);
      case "each":
        for (const subscript of this.array(statement.array).subscripts()) {
          this.assign({ kind: "variable", name: statement.variable }, { text: subscript });
          if (this.#isBroken(statement.body)) return;
        }
        return;
      case "leave":
        throw new Leaving(statement.what);
      case "exit":
        throw new Leaving(statement.what, statement.value === undefined ? undefined : this.evaluate(statement.value));
      case "delete":
        if (statement.subscripts === undefined) this.array(statement.array).clear();
        else this.array(statement.array).delete(this.#subscript(statement.subscripts));
    }
  }

  #loop({ start, test, next, body, isTestedFirst }: Extract<AwkStatement, { kind: "loop" }>): void {
    if (start !== undefined) this.execute(start);
    for (let round = 0; ; round++) {
      charge(STEP_UNITS);
      if (round > ROUNDS_MAX) throw new AwkError("Too many rounds of a loop");
      if ((isTestedFirst || round > 0) && test !== undefined && !this.test(test)) return;
      if (this.#isBroken(body)) return;
      if (next !== undefined) this.execute(next);
    }
  }

  #isBroken(body: AwkStatement): boolean {
    try {
      charge(STEP_UNITS);
      this.execute(body);
    } catch (left) {
      if (!(left instanceof Leaving) || (left.what !== "break" && left.what !== "continue")) throw left;
      return left.what === "break";
    }
    return false;
  }

  #print({ isFormatted, args, to }: Extract<AwkStatement, { kind: "print" }>): void {
    const values = args.map((arg) => this.evaluate(arg));
    const format = toText(this.variable("OFMT"));
    const [first, ...rest] = values;
    const text = isFormatted
      ? formatAwk(toText(first), rest)
      : `${args.length === 0 ? this.record : values.map((value) => toText(value, format)).join(toText(this.variable("OFS")))}${toText(this.variable("ORS"))}`;
    chargeText(text.length);
    if (to === undefined) this.world.print(text);
    else this.world.write(to.how, toText(this.evaluate(to.where)), text);
  }

  test(expression: AwkExpression): boolean {
    return isTrue(this.evaluate(expression));
  }

  evaluate(expression: AwkExpression): AwkValue {
    const value = this.#evaluate(expression);
    // Whoever gets a text compares, searches or reads it.
    charge(STEP_UNITS + lengthOf(value) / CHARACTERS_PER_UNIT);
    return value;
  }

  #evaluate(expression: AwkExpression): AwkValue {
    switch (expression.kind) {
      case "number":
      case "string":
        return expression.value;
      case "group":
        return this.evaluate(expression.inner);
      case "regex":
        return this.expression(expression).test(this.record) ? 1 : 0;
      case "variable":
        return this.variable(expression.name);
      case "field":
        return this.field(toNumber(this.evaluate(expression.index)));
      case "element":
        return this.#element(expression);
      case "assign":
        return this.#assignment(expression);
      case "step":
        return this.#step(expression);
      case "choice":
        return this.evaluate(this.test(expression.test) ? expression.yes : expression.no);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression);
      case "in":
        return this.array(expression.array).has(this.#subscript(expression.subscripts)) ? 1 : 0;
      case "call":
        return expression.isBuiltin ? callBuiltin(this, expression) : this.#call(expression.name, expression.args);
      case "getline":
        return this.#getline(expression);
    }
  }

  #element({ array: name, subscripts }: Extract<AwkExpression, { kind: "element" }>): AwkValue {
    const array = this.array(name);
    const subscript = this.#subscript(subscripts);
    // To look is to make.
    if (!array.has(subscript)) array.set(subscript, undefined);
    return array.get(subscript);
  }

  #unary({ operator, inner }: Extract<AwkExpression, { kind: "unary" }>): AwkValue {
    if (operator === "!") return this.test(inner) ? 0 : 1;
    const number = toNumber(this.evaluate(inner));
    return operator === "-" ? -number : number;
  }

  #step({ target, by, isBefore }: Extract<AwkExpression, { kind: "step" }>): AwkValue {
    const before = toNumber(this.evaluate(target));
    this.assign(target, before + by);
    return isBefore ? before + by : before;
  }

  #assignment({ target, operator, value }: Extract<AwkExpression, { kind: "assign" }>): AwkValue {
    const given = this.evaluate(value);
    const result = operator === "" ? given : calculate(operator, toNumber(this.evaluate(target)), toNumber(given));
    this.assign(target, result);
    return result;
  }

  #binary({ operator, left, right }: Extract<AwkExpression, { kind: "binary" }>): AwkValue {
    if (operator === "&&") return this.test(left) && this.test(right) ? 1 : 0;
    if (operator === "||") return this.test(left) || this.test(right) ? 1 : 0;
    if (operator === "~" || operator === "!~")
      return this.expression(right).test(toText(this.evaluate(left))) === (operator === "~") ? 1 : 0;
    const [a, b] = [this.evaluate(left), this.evaluate(right)];
    if (operator === "") return this.#joined(a, b);
    const compare = COMPARISONS[operator];
    return compare === undefined ? calculate(operator, toNumber(a), toNumber(b)) : compare(compareValues(a, b)) ? 1 : 0;
  }

  #joined(a: AwkValue, b: AwkValue): string {
    const [left, right] = [this.#textOf(a), this.#textOf(b)];
    chargeText(left.length + right.length);
    return left + right;
  }

  #textOf(value: AwkValue): string {
    return typeof value === "number" && !Number.isInteger(value) ? toText(value, toText(this.variable("CONVFMT"))) : toText(value);
  }

  #call(name: string, args: readonly AwkExpression[]): AwkValue {
    const { parameters, body } = this.#program.functions[name] ?? {};
    if (parameters === undefined || body === undefined) throw new AwkError("Call to undefined function");
    chargeItems(parameters.length + 1);
    if (++this.#depth > DEPTH_MAX) throw new AwkError("Too many calls within calls");
    const locals: Storage = new Map();
    const origins = new Map<string, { readonly frame: Frame | undefined; readonly name: string }>();
    const caller = this.#frame;
    for (const [at, parameter] of parameters.entries()) {
      const arg = args[at];
      const known = arg?.kind === "variable" ? this.#storageOf(arg.name).get(arg.name) : undefined;
      if (arg?.kind === "variable" && known === undefined) origins.set(parameter, { frame: caller, name: arg.name });
      locals.set(parameter, known instanceof AwkArray || arg === undefined ? known : this.evaluate(arg));
    }
    this.#frame = { locals, origins };
    try {
      this.execute(body);
      return undefined;
    } catch (left) {
      if (!(left instanceof Leaving) || left.what !== "return") throw left;
      return left.value;
    } finally {
      this.#frame = caller;
      this.#depth -= 1;
    }
  }

  #getline({ from, source, target }: Extract<AwkExpression, { kind: "getline" }>): AwkValue {
    const separator = toText(this.variable("RS"));
    if (from === "input" && target === undefined) return this.#nextRecord() ? 1 : 0;
    const reader = from === "input" ? this.input : this.#reader(from, source === undefined ? "" : toText(this.evaluate(source)));
    const record = reader?.next(separator);
    if (reader === undefined) return -1;
    if (record === undefined) return 0;
    if (target === undefined) this.setRecord(record);
    else this.assign(target, { text: record });
    if (from !== "file") this.#count("NR");
    return 1;
  }

  #reader(from: "file" | "command", name: string): AwkInput | undefined {
    const key = `${from} ${name}`;
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    const bytes = from === "file" ? this.world.readFile(name) : this.world.run(name).output;
    if (bytes === undefined) return undefined;
    const reader = AwkInput.ofText(bytes);
    this.#readers.set(key, reader);
    return reader;
  }

  /** Forgets how far a file or command was read; false when none was. */
  close(name: string): boolean {
    return [`file ${name}`, `command ${name}`].map((key) => this.#readers.delete(key)).includes(true);
  }

  variable(name: string): AwkValue {
    if (name === "NF") return this.fields.length;
    const found = this.#storageOf(name).get(name);
    if (found instanceof AwkArray) throw new AwkError("Not a scalar");
    return found;
  }

  array(name: string, frame = this.#frame): AwkArray<AwkValue> {
    const storage = this.#storageOf(name, frame);
    const found = storage.get(name);
    if (found instanceof AwkArray) return found;
    if (found !== undefined) throw new AwkError("Not an array");
    const origin = storage === frame?.locals ? frame.origins.get(name) : undefined;
    const made = origin === undefined ? new AwkArray<AwkValue>() : this.array(origin.name, origin.frame);
    storage.set(name, made);
    return made;
  }

  #storageOf(name: string, frame = this.#frame): Storage {
    return frame?.locals.has(name) === true ? frame.locals : this.#globals;
  }

  assign(target: AwkTarget, value: AwkValue): void {
    switch (target.kind) {
      case "field":
        return this.#setField(toNumber(this.evaluate(target.index)), value);
      case "element":
        return this.array(target.array).set(this.#subscript(target.subscripts), value);
      default:
        if (target.name === "NF") return this.#resize(toNumber(value));
        this.#storageOf(target.name).set(target.name, value);
    }
  }

  #subscript(subscripts: readonly AwkExpression[]): string {
    const [texts, between] = [subscripts.map((subscript) => this.#textOf(this.evaluate(subscript))), toText(this.variable("SUBSEP"))];
    if (texts.length === 1) return texts[0] as string;
    chargeText(texts.reduce((sum, text) => sum + text.length + between.length, 0));
    return texts.join(between);
  }

  get record(): string {
    if (this.#isRecordStale) {
      const [fields, between] = [(this.#fields ?? []).map((field) => toText(field)), toText(this.variable("OFS"))];
      charge(fields.length * FIELD_UNITS);
      chargeText(fields.reduce((sum, field) => sum + field.length + between.length, 0));
      this.#record = fields.join(between);
      this.#isRecordStale = false;
    }
    return this.#record;
  }

  setRecord(record: string): void {
    this.#record = record;
    this.#isRecordStale = false;
    this.#fields = undefined;
  }

  get fields(): AwkValue[] {
    this.#fields ??= this.split(this.record, toText(this.variable("FS"))).map((text) => ({ text }));
    return this.#fields;
  }

  field(index: number): AwkValue {
    if (index < 0) throw new AwkError("Access to negative field");
    return index === 0 ? { text: this.record } : this.fields[Math.trunc(index) - 1];
  }

  #setField(index: number, value: AwkValue): void {
    if (index === 0) return this.setRecord(toText(value));
    if (index > this.fields.length) this.#resize(index);
    this.fields[index - 1] = value;
    this.#isRecordStale = true;
  }

  #resize(count: number): void {
    const fields = this.fields;
    chargeItems(Math.max(0, Math.min(count, FIELDS_MAX) - fields.length));
    while (fields.length < Math.min(count, FIELDS_MAX)) fields.push("");
    fields.length = Math.max(0, Math.trunc(count));
    this.#isRecordStale = true;
  }

  /** Splits a text as fields are split. */
  split(text: string, separator: string): readonly string[] {
    charge(text.length);
    if (separator === " ") return booked(text.trim() === "" ? [] : text.trim().split(/[ \t\n]+/));
    if (text === "") return [];
    if (separator === "") return booked([...text]);
    const isPlain = separator.length === 1 && separator !== "\\";
    const parts = booked(isPlain ? text.split(separator) : text.split(this.compile(separator)));
    return toText(this.variable("RS")) === "" ? parts.flatMap((part) => part.split("\n")) : parts;
  }

  /** The regular expression that an expression stands for. */
  expression(expression: AwkExpression): RegExp {
    return this.compile(expression.kind === "regex" ? expression.source : toText(this.evaluate(expression)));
  }

  compile(source: string): RegExp {
    const ignoresCase = isTrue(this.variable("IGNORECASE"));
    const key = `${ignoresCase ? "i" : ""}/${source}`;
    const known = this.#expressions.get(key);
    if (known !== undefined) return known;
    const made = posixExpression(source, "extended", { ignoresCase });
    if (made === undefined) throw new AwkError("Invalid regular expression");
    this.#expressions.set(key, made);
    return made;
  }
}

/** Length of a value that is a text. */
const lengthOf = (value: AwkValue): number =>
  typeof value === "string" ? value.length : typeof value === "object" ? value.text.length : 0;

const booked = (parts: readonly string[]): readonly string[] => {
  chargeItems(parts.length);
  return parts;
};

/** Characters that are as much work to read as one to make. */
const CHARACTERS_PER_UNIT = 16;

/** Work of a field of a record that is put together. */
const FIELD_UNITS = 8;

const ROUNDS_MAX = 200_000;
const DEPTH_MAX = 800;
const FIELDS_MAX = 100_000;
