import { expect, test } from "vitest";
import { compileWords } from "#problems/diagnosis/compile-words.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { faultFiles } from "./fault-files.ts";

test("every fault that does not ship has files whose words compile and whose README has its headings", () => {
  for (const row of createOntology([]).unshipped)
    for (const id of row.ids) {
      const files = faultFiles(id, row);
      expect(Object.keys(files)).toEqual(["injector.ts", "words.ts", "words.cases.ts", "README.md"]);
      expect(files["README.md"]?.match(/^## /gm)).toHaveLength(6);
      expect(files["injector.ts"]).toContain(`layer: "${row.layer}"`);
      expect(files["injector.ts"]).toContain(`family: "${row.family}"`);
      const patterns = [...(files["words.ts"] ?? "").matchAll(/^ {4}(".*"),$/gm)].map(([, text]) => JSON.parse(text as string) as string);
      expect(patterns.length).toBeGreaterThan(0);
      for (const pattern of patterns) expect(() => compileWords(pattern), pattern).not.toThrow();
    }
});
