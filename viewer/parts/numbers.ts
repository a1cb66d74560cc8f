/** Writes a return or a part of one, with a real minus; a dash where there is none. */
export const returnText = (value: number | undefined): string => (value === undefined ? "–" : value.toFixed(2).replace("-", "−"));

/** Writes a change of the return with its sign. */
export const signedText = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** Writes minutes as `m:ss`, with a minus before the start. */
export const minutesText = (minutes: number): string => {
  const seconds = Math.round(Math.abs(minutes) * 60);
  return `${minutes < 0 && seconds > 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Writes a quantity in at most five characters. */
export const shortNumber = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 10_000) return `${Math.round(value / 1000)}k`;
  if (size >= 1000) return `${(value / 1000).toFixed(1)}k`;
  if (size >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
};

/** Mean of some values; undefined without any. */
export const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
