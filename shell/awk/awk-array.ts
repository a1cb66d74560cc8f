import { charge, chargeItems } from "#core/work-budget.ts";

/** An array of awk. Its subscripts come in the order in which busybox keeps them: by a hash of their names, the latest of a row first. */
export class AwkArray<Value> {
  readonly #values = new Map<string, Value>();

  get(subscript: string): Value | undefined {
    return this.#values.get(subscript);
  }

  has(subscript: string): boolean {
    return this.#values.has(subscript);
  }

  set(subscript: string, value: Value): void {
    if (!this.#values.has(subscript)) chargeItems(ENTRY_ITEMS);
    this.#values.set(subscript, value);
  }

  delete(subscript: string): void {
    this.#values.delete(subscript);
  }

  clear(): void {
    this.#values.clear();
  }

  get size(): number {
    return this.#values.size;
  }

  subscripts(): readonly string[] {
    if (this.#values.size === 0) return [];
    chargeItems(FIRST_SIZE + this.#values.size);
    let rows: string[][] = Array.from({ length: FIRST_SIZE }, () => []);
    let grown = 0;
    let count = 0;
    for (const subscript of this.#values.keys()) {
      charge(subscript.length);
      count += 1;
      if (count > rows.length * FULL && SIZES[grown] !== undefined) {
        const wider: string[][] = Array.from({ length: SIZES[grown++] as number }, () => []);
        for (const known of rows.flat()) wider[hash(known) % wider.length]?.unshift(known);
        rows = wider;
      }
      rows[hash(subscript) % rows.length]?.unshift(subscript);
    }
    return rows.flat();
  }
}

/** An entry takes the memory of so many items of a list. */
const ENTRY_ITEMS = 4;

const FIRST_SIZE = 61;
const SIZES = [251, 1021, 4093, 16_381, 65_521];
const FULL = 8;

const hash = (text: string): number => {
  let value = 0;
  for (let at = 0; at < text.length; at++) value = (text.charCodeAt(at) + Math.imul(value, 63)) >>> 0;
  return value;
};
