import { chargeJson } from "#core/work-budget.ts";

/** Renders a value as the mongo shell prints it: on one line when it is short, else indented by tabs. */
export const tojson = (value: unknown): string => {
  const text = booked(value);
  return text.length < ONE_LINE_MAX ? onOneLine(text) : text;
};

/** Renders a value on one line, as the shell lists documents. */
export const tojsonOneLine = (value: unknown): string => onOneLine(booked(value));

const booked = (value: unknown): string => {
  chargeJson(value, 1);
  return render(value, "");
};

const ONE_LINE_MAX = 80;

const onOneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, " ");

const render = (value: unknown, indent: string): string => {
  if (value === undefined) return "undefined";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}\t`;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[ ]";
    return `[\n${value.map((item) => `${inner}${render(item, inner)}`).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return "{\n\t\n}".replaceAll("\n\t\n", `\n${inner}\n${indent}`);
  return `{\n${members.map(([name, member]) => `${inner}"${name}" : ${render(member, inner)}`).join(",\n")}\n${indent}}`;
};
