import type { CliOption } from "../command.ts";
import { CliError } from "../errors/cli-error.ts";
import type { DatasetFormat } from "../trajectories/formats/format.ts";
import { FILE_FORMATS } from "../trajectories/formats/formats.ts";
import { listOfText } from "./option-values.ts";

const formatOf = (name: string): DatasetFormat => {
  const format = FILE_FORMATS.find((one) => one.name === name);
  if (format === undefined)
    throw new CliError(`there is no format ${JSON.stringify(name)}; there are ${FILE_FORMATS.map((one) => one.name).join(", ")}`);
  return format;
};

/** Option of the forms in which episodes are written beside the native one. */
export const FORMAT_OPTION: CliOption = {
  flags: "--format <names>",
  description: `forms beside the native one, separated by commas: ${FILE_FORMATS.map(({ name, title }) => `${name} (${title})`).join("; ")}`,
  fallback: [],
  parse: (text) => listOfText(text).map(formatOf),
};
