/** Parses a Prometheus duration (`1h30m`, `500ms`) to milliseconds; undefined when the text is none. */
export const parseDuration = (text: string): number | undefined => {
  const match = DURATION.exec(text);
  if (match === null || text === "") return undefined;
  let ms = 0;
  for (let i = 0; i < UNITS_MS.length; i++) ms += Number(match[i + 1] ?? 0) * (UNITS_MS[i] as number);
  return ms;
};

const DURATION = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const UNITS_MS = [31_536_000_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1];
