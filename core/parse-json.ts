/** Parses JSON; undefined for what is none, which no JSON is. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
