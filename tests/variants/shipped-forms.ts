import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { parse } from "yaml";
import type { AppDescription } from "#kube/app/component-program.ts";
import { deriveRecord } from "#kube/app/derive-record.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import { type AppForm, expandVariant } from "#kube/app/variants/expand-variant.ts";
import { parseVariants } from "#kube/app/variants/parse-variants.ts";
import { variantIds } from "#kube/app/variants/variant-ids.ts";

/** Reads an application that ships, with all of its variants expanded. */
export const readForms = (name: string) => {
  const chart = new URL(`../../charts/${name}/`, import.meta.url);
  const read = (file: string): string => readFileSync(new URL(file, chart), "utf8");
  const app: AppDescription = {
    behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], (file) => JSON.parse(read(file))),
    values: parse(read("values.yaml")) as ChartValues,
  };
  const styles = parseVariants({ path: "variants.yaml", text: read("variants.yaml") }, app);
  return { app, record: deriveRecord(app), forms: variantIds(styles).map((id) => expandVariant(app, styles, id)) };
};

/** Expects that who calls a component by its name does so in a variant, and that as many users notice it. */
export const expectSameCallers = ({ record }: Pick<ReturnType<typeof readForms>, "record">, form: AppForm): void => {
  const renamed = (name: string) => form.names[`deployment/${name}`]?.slice("deployment/".length) ?? name;
  const isThere = (name: string) => form.names[`deployment/${name}`] !== null;
  for (const { name, dnsCallers, userShare } of record.components) {
    const here = form.record.components.find((component) => component.name === renamed(name));
    if (here === undefined) continue;
    expect(here.userShare).toBe(userShare);
    expect(here.dnsCallers).toEqual(dnsCallers.filter(isThere).map(renamed));
  }
};
