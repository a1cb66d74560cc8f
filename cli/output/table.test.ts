import { expect, test } from "vitest";
import { renderTable } from "./table.ts";

test("numbers are set to the right and no line ends in spaces", () => {
  const table = renderTable(
    [{ title: "task" }, { title: "return", align: "right" }],
    [
      ["a", 0.5],
      ["longer", 10],
    ],
  );
  expect(table).toBe("task    return\na          0.5\nlonger      10");
});

test("a table without rows is its headings", () => {
  expect(renderTable([{ title: "task" }], [])).toBe("task");
});
