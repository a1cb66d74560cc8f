import { LinearExpression } from "#core/linear-expression.ts";
/** Source of records: texts one after the other, each with the name of its file. */
export class AwkInput {
  readonly #sources: readonly AwkSource[];
  #at = 0;
  #text = "";
  #position = 0;
  #isOpen = false;
  fileName = "";
  recordsOfFile = 0;

  constructor(sources: readonly AwkSource[]) {
    this.#sources = sources;
  }

  static ofText(text: string): AwkInput {
    return new AwkInput([{ name: "", text: () => text }]);
  }

  /** The next record, without its separator; assignments among the files are made on the way. Undefined: there is none. */
  next(separator: string, assign: (name: string, value: string) => void = () => undefined): string | undefined {
    for (;;) {
      if (this.#isOpen && this.#position < this.#text.length) {
        const record = this.#take(separator);
        if (record !== undefined) {
          this.recordsOfFile += 1;
          return record;
        }
      }
      const source = this.#sources[this.#at];
      if (source === undefined) return undefined;
      this.#at += 1;
      if (source.value !== undefined) {
        assign(source.name, source.value);
        continue;
      }
      this.#text = source.text?.() ?? "";
      this.#position = 0;
      this.#isOpen = true;
      this.fileName = source.name;
      this.recordsOfFile = 0;
    }
  }

  skipFile(): void {
    this.#position = this.#text.length;
  }

  #take(separator: string): string | undefined {
    if (separator === "") {
      while (this.#text[this.#position] === "\n") this.#position += 1;
      if (this.#position >= this.#text.length) return undefined;
    }
    const from = this.#position;
    const [at, length] = this.#separatorFrom(separator, from);
    this.#position = at + length;
    const record = this.#text.slice(from, at);
    return at === this.#text.length && separator !== "\n" ? record.replace(/\n$/, "") : record;
  }

  #separatorFrom(separator: string, from: number): readonly [number, number] {
    if (separator.length === 1) {
      const at = this.#text.indexOf(separator, from);
      return at < 0 ? [this.#text.length, 0] : [at, 1];
    }
    const expression = new LinearExpression(separator === "" ? "\\n\\n+" : separator, "g");
    expression.lastIndex = from;
    const match = expression.exec(this.#text);
    return match === null || match[0] === "" ? [this.#text.length, 0] : [match.index, match[0].length];
  }
}

/** A file, or an assignment that is made when its turn comes. */
export interface AwkSource {
  readonly name: string;
  readonly text?: () => string;
  readonly value?: string;
}
