import { testBlock } from "./generated-document.ts";
import { listProjectFiles, readProjectFile } from "./project-files.ts";
import { type Field, readFields, readFunctions } from "./read-declarations.ts";

const GUIDE = "docs/adding-a-fault.md";
const RECORD = "kube/app/app.ts";

testBlock({ path: GUIDE, name: "app-record" }, () => {
  const source = readProjectFile(RECORD);
  const tables = ["AppRecord", "AppComponent", "AppOperation"].map((name) => {
    const rows = readFields(source, name).map(({ name: field, type, doc }: Field) => `| \`${field}\` | \`${cell(type)}\` | ${cell(doc)} |`);
    return [`\`${name}\`:`, "", "| field | type | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
  });
  return `\n${tables.join("\n")}\n`;
});

testBlock({ path: GUIDE, name: "helpers" }, () => {
  const files = listProjectFiles(".ts").filter((path) => /^kube\/(checks|listings|verbs)\//.test(path) && !path.endsWith(".test.ts"));
  const rows = files.flatMap((path) =>
    readFunctions(readProjectFile(path)).map(({ name, doc }) => `| \`${name}\` | \`${path}\` | ${cell(doc)} |`),
  );
  return ["", "| function | file | result or effect |", "| --- | --- | --- |", ...rows, "", ""].join("\n");
});

const cell = (text: string): string => text.replaceAll("|", "\\|");
