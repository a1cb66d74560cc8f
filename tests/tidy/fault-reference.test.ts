import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import type { Injector } from "#injectors/injector.ts";
import type { Pair } from "#problems/problem.ts";
import { ROOT, readProjectFile } from "./project-files.ts";

const PATH = "docs/reference/faults.md";
const APP = "hotel-reservation";

/** The document, from the injectors as they load and their READMEs. */
const renderReference = (injectors: readonly Injector[], pairs: readonly Pair[]): string => {
  const rows = injectors.map(({ id, title, layer, scope, family }) => {
    const own = pairs.filter(({ faultId }) => faultId === id);
    return `| [\`${id}\`](#${id}) | ${title} | ${layer} | ${scope} | ${family} | ${own.filter(({ visible }) => visible).length} | ${own.filter(({ visible }) => !visible).length} |`;
  });
  return [
    "# Faults",
    "",
    `Written by \`UPDATE_DOCS=1 npx vitest run tests/tidy/fault-reference.test.ts\`. ${injectors.length} faults, ${pairs.length} fault-target pairs in ${APP}; *visible* ones make requests of users fail, *latent* ones do not.`,
    "",
    "| fault | what is wrong | layer | scope | family | visible | latent |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    ...injectors.flatMap(({ id }) => [`## ${id}`, "", sectionsOf(id), ""]),
  ].join("\n");
};

/** The README's text with its headings one level deeper; its title is in the table. */
const sectionsOf = (id: string): string =>
  readProjectFile(`injectors/${id}/README.md`)
    .replace(/^# .*\n+`.*`\n+/, "")
    .replaceAll(/^## /gm, "### ")
    .trim();

test(`${PATH} says what the injectors say (UPDATE_DOCS=1 writes it)`, async () => {
  const { library, catalogue } = await openHost({ variants: 1 });
  const wanted = renderReference(library.injectors, catalogue.pairsOf(APP).pairs);
  if (process.env["UPDATE_DOCS"] === "1") {
    mkdirSync(join(ROOT, "docs/reference"), { recursive: true });
    writeFileSync(join(ROOT, PATH), wanted);
  }
  expect(readProjectFile(PATH)).toBe(wanted);
});
