import { byteLength } from "./truncate.ts";

/** Renders a JSON list within a size; items beyond it are left out at the end, so that the text stays JSON. */
export const fitList = (items: readonly unknown[], maxBytes: number): string => {
  const texts: string[] = [];
  let size = 2;
  for (const item of items) {
    const text = JSON.stringify(item);
    size += byteLength(text) + 1;
    if (size > maxBytes) break;
    texts.push(text);
  }
  return `[${texts.join(",")}]`;
};
