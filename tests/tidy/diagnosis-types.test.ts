import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { createOntology, type Ontology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { testDocument } from "./generated-document.ts";

/** Renders the types that a diagnosis can name, with the faults that have them. */
const renderTypes = ({ types, typeOf }: Ontology, injectors: readonly Injector[]): string => {
  const made = new Set(injectors.map(({ id }) => id));
  const rows = types.map(({ type, line }) => {
    const ids = Object.keys(typeOf).filter((id) => typeOf[id] === type);
    return `| \`${type}\` | ${line} | ${ids.map((id) => (made.has(id) ? `[\`${id}\`](faults.md#${id})` : `\`${id}\``)).join(", ")} |`;
  });
  return [
    "# Types of a diagnosis",
    "",
    `Written by \`npm run docs\`. The ${types.length} types that \`submit_diagnosis\` lists, the same for every task; a type, or the id of a fault that has it, names one mechanism. Faults with a link are made by an injector; the others are told apart when a diagnosis names them.`,
    "",
    "| type | what is wrong | faults |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
};

testDocument("docs/reference/diagnosis-types.md", async () => {
  const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
  return renderTypes(createOntology(injectors), injectors);
});
