/** Variables that an expression reads and changes. */
export interface ArithmeticScope {
  read(name: string): string;
  write(name: string, value: string): void;
}

/** Raised on an expression that the shell refuses; caught where words are expanded. */
export class ArithmeticError extends Error {}

/** Evaluates the expression of `$((…))` in 64-bit integers; an empty one is 0. */
export const evaluateArithmetic = (text: string, scope: ArithmeticScope): bigint => {
  const reader = new ExpressionReader(tokenise(text), scope);
  return text.trim() === "" ? 0n : reader.whole();
};

const TOKEN = /\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|\*\*|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|[-+*/%&|^~!<>=?:(),])/y;

const tokenise = (text: string): readonly string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new ArithmeticError(`arithmetic syntax error${at === 0 ? "" : ""}`);
    tokens.push(match[1] as string);
  }
  return tokens;
};

const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
  ["**"],
];
const ASSIGNING = new Set(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);

class ExpressionReader {
  readonly #tokens: readonly string[];
  readonly #scope: ArithmeticScope;
  #at = 0;
  /** Above 0 inside a branch that is not taken: nothing is written there, and no division fails. */
  #idle = 0;

  constructor(tokens: readonly string[], scope: ArithmeticScope) {
    this.#tokens = tokens;
    this.#scope = scope;
  }

  whole(): bigint {
    const value = this.#comma();
    if (this.#at < this.#tokens.length) throw new ArithmeticError("arithmetic syntax error");
    return value;
  }

  #comma(): bigint {
    let value = this.#assignment();
    while (this.#take(",")) value = this.#assignment();
    return value;
  }

  #assignment(): bigint {
    const name = this.#tokens[this.#at];
    const operator = this.#tokens[this.#at + 1];
    if (name === undefined || operator === undefined || !isName(name) || !ASSIGNING.has(operator)) return this.#ternary();
    this.#at += 2;
    const right = this.#assignment();
    const value = operator === "=" ? right : this.#apply(operator.slice(0, -1), this.#read(name), right);
    return this.#write(name, value);
  }

  #ternary(): bigint {
    const condition = this.#binary(0);
    if (!this.#take("?")) return condition;
    const yes = this.#when(condition !== 0n, () => this.#assignment());
    this.#expect(":");
    const no = this.#when(condition === 0n, () => this.#assignment());
    return condition !== 0n ? yes : no;
  }

  #binary(level: number): bigint {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let operator = this.#tokens[this.#at]; operator !== undefined && operators.includes(operator); operator = this.#tokens[this.#at]) {
      this.#at += 1;
      const isDecided = (operator === "&&" && left === 0n) || (operator === "||" && left !== 0n);
      const right = this.#when(!isDecided, () => this.#binary(level + 1));
      left = this.#apply(operator, left, right);
    }
    return left;
  }

  #unary(): bigint {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new ArithmeticError("arithmetic syntax error");
    if (token === "-") return wrap(-this.#unary());
    if (token === "+") return this.#unary();
    if (token === "!") return this.#unary() === 0n ? 1n : 0n;
    if (token === "~") return wrap(~this.#unary());
    if (token === "++" || token === "--") {
      const name = this.#tokens[this.#at++] ?? "";
      return this.#write(name, this.#read(name) + (token === "++" ? 1n : -1n));
    }
    if (token === "(") {
      const value = this.#comma();
      this.#expect(")");
      return value;
    }
    if (isName(token)) return this.#variable(token);
    if (/^\d/.test(token)) return parseNumber(token);
    throw new ArithmeticError("arithmetic syntax error");
  }

  #variable(name: string): bigint {
    const value = this.#read(name);
    const next = this.#tokens[this.#at];
    if (next !== "++" && next !== "--") return value;
    this.#at += 1;
    this.#write(name, value + (next === "++" ? 1n : -1n));
    return value;
  }

  #read(name: string): bigint {
    const text = this.#scope.read(name).trim();
    if (text === "") return 0n;
    if (/^[-+]?(0[xX][0-9a-fA-F]+|\d+)$/.test(text))
      return text.startsWith("-") ? -parseNumber(text.slice(1)) : parseNumber(text.replace("+", ""));
    if (isName(text) && text !== name) return this.#read(text);
    throw new ArithmeticError("arithmetic syntax error");
  }

  #write(name: string, value: bigint): bigint {
    if (!isName(name)) throw new ArithmeticError("arithmetic syntax error");
    const wrapped = wrap(value);
    if (this.#idle === 0) this.#scope.write(name, `${wrapped}`);
    return wrapped;
  }

  #apply(operator: string, left: bigint, right: bigint): bigint {
    if ((operator === "/" || operator === "%") && right === 0n) {
      if (this.#idle > 0) return 0n;
      throw new ArithmeticError("divide by zero");
    }
    return wrap((OPERATIONS[operator] as (left: bigint, right: bigint) => bigint)(left, right));
  }

  #when<T>(isTaken: boolean, read: () => T): T {
    if (isTaken) return read();
    this.#idle += 1;
    const value = read();
    this.#idle -= 1;
    return value;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw new ArithmeticError("arithmetic syntax error");
  }
}

const truth = (value: boolean): bigint => (value ? 1n : 0n);

const OPERATIONS: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  "||": (left, right) => truth(left !== 0n || right !== 0n),
  "&&": (left, right) => truth(left !== 0n && right !== 0n),
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
  "&": (left, right) => left & right,
  "==": (left, right) => truth(left === right),
  "!=": (left, right) => truth(left !== right),
  "<": (left, right) => truth(left < right),
  "<=": (left, right) => truth(left <= right),
  ">": (left, right) => truth(left > right),
  ">=": (left, right) => truth(left >= right),
  "<<": (left, right) => left << (right & 63n),
  ">>": (left, right) => left >> (right & 63n),
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "**": (left, right) => (right < 0n ? 0n : left ** (right > 64n ? 64n : right)),
};

const isName = (token: string): boolean => /^[A-Za-z_]/.test(token);

/** `0x` means sixteen, a leading 0 means eight. */
const parseNumber = (token: string): bigint => {
  if (/^0[0-7]+$/.test(token)) return BigInt(`0o${token.slice(1)}`);
  if (/^0\d+$/.test(token)) throw new ArithmeticError("arithmetic syntax error");
  return wrap(BigInt(token));
};

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
