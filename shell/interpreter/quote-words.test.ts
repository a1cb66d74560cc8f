import { describe, expect, test } from "vitest";
import { quoteWhereNeeded, quoteWord } from "./quote-words.ts";

describe("quoting words", () => {
  test("a word that reads as itself stays bare", () =>
    expect(["/root", "-n", "]", ""].map(quoteWhereNeeded)).toEqual(["/root", "-n", "]", ""]));
  test("a word with blanks or signs is quoted", () =>
    expect(["a b", "[", "=", "x*"].map(quoteWhereNeeded)).toEqual(["'a b'", "'['", "'='", "'x*'"]));
  test("quotes within go into double quotes", () => expect(quoteWord("a'b''c")).toBe(`'a'"'"'b'"''"'c'`));
  test("nothing at all is an empty pair", () => expect(quoteWord("")).toBe("''"));
});
