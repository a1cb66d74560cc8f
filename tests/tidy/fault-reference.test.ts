import { openHost } from "#env/open/open-host.ts";
import type { Injector } from "#injectors/injector.ts";
import type { Pair } from "#problems/problem.ts";
import { testDocument } from "./generated-document.ts";
import { readProjectFile } from "./project-files.ts";

const APP = "hotel-reservation";

/** Renders the document from the loaded injectors and their READMEs. */
const renderReference = (injectors: readonly Injector[], pairs: readonly Pair[]): string => {
  const rows = injectors.map(({ id, title, layer, scope, family }) => {
    const own = pairs.filter(({ faultId }) => faultId === id);
    return `| [\`${id}\`](#${id}) | ${title} | ${layer} | ${scope} | ${family} | ${own.filter(({ visible }) => visible).length} | ${own.filter(({ visible }) => !visible).length} |`;
  });
  return [
    "# Faults",
    "",
    `Written by \`npm run docs\`. ${injectors.length} faults, ${pairs.length} fault-target pairs in ${APP}; *visible* ones make requests of users fail, *latent* ones do not.`,
    "",
    "| fault | what is wrong | layer | scope | family | visible | latent |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    ...injectors.flatMap(({ id }) => [`## ${id}`, "", sectionsOf(id), ""]),
  ].join("\n");
};

/** Sections of the README with headings one level deeper; its title is in the table. */
const sectionsOf = (id: string): string =>
  readProjectFile(`injectors/${id}/README.md`)
    .replace(/^# .*\n+`.*`\n+/, "")
    .replaceAll(/^## /gm, "### ")
    .trim();

testDocument("docs/reference/faults.md", async () => {
  const { library, catalogue } = await openHost({ variant: "standard" });
  return renderReference(library.injectors, catalogue.pairsOf(APP).pairs);
});
