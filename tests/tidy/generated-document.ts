import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readProjectFile } from "./project-files.ts";

/** The command that writes every generated document anew. */
const COMMAND = "npm run docs";

/** Tests that a generated document is up to date; `npm run docs` runs the same test and writes the document first. */
export const testDocument = (path: string, render: () => string | Promise<string>): void =>
  test(`${path} is up to date (${COMMAND} writes it)`, async () => {
    const wanted = await render();
    if (isWriting()) write(path, wanted);
    expectFresh(path, readProjectFile(path), wanted);
  });

/** Tests the part of a document between the markers `<!-- name:begin -->` and `<!-- name:end -->` in the same way. */
export const testBlock = ({ path, name }: { readonly path: string; readonly name: string }, render: () => string | Promise<string>): void =>
  test(`${name} in ${path} is up to date (${COMMAND} writes it)`, async () => {
    const wanted = await render();
    const mark = name.replaceAll(/[.\\/]/g, "\\$&");
    const pattern = new RegExp(`(<!-- ${mark}:begin -->\\n)([\\s\\S]*?)(<!-- ${mark}:end -->)`);
    if (isWriting())
      write(
        path,
        readProjectFile(path).replace(pattern, (_, begin, __, end) => `${begin}${wanted}${end}`),
      );
    expectFresh(path, pattern.exec(readProjectFile(path))?.[2] ?? "the markers are missing", wanted);
  });

const isWriting = (): boolean => process.env["UPDATE_DOCS"] === "1";

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
};

const expectFresh = (path: string, present: string, wanted: string): void =>
  expect(present, `${path} is out of date; run: ${COMMAND}`).toBe(wanted);
