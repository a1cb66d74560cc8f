import { digestText, shortDigest } from "#core/digest.ts";
import type { DatasetFormat } from "./format.ts";

/** Lists of tools by the ids that rows name them by, each as the text of a JSON list. */
export type ToolLists = Map<string, string>;

/** Makes the rows of a form name their tools by `tools_id` instead of repeating them; a form without tools stays as it is. @param lists takes those that rows name */
export const withToolsOnce = (format: DatasetFormat, lists: ToolLists): DatasetFormat => {
  if (format.features?.["tools"] === undefined) return format;
  const { tools: _, ...features } = format.features;
  return {
    ...format,
    features: { ...features, tools_id: "string" },
    rows: (group, run) =>
      format.rows(group, run).map(({ tools, ...row }) => {
        const id = shortDigest(digestText(tools as string));
        lists.set(id, tools as string);
        return { ...row, tools_id: id };
      }),
  };
};

/** Writes lists of tools as one JSON document, by their ids. */
export const renderToolLists = (lists: ToolLists): string =>
  `{${[...lists]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, tools]) => `${JSON.stringify(id)}:${tools}`)
    .join(",\n")}}\n`;
