/** Renders a timestamp as RFC 1123 with a numeric zone, as `kubectl describe` does. */
export const rfc1123 = (timestamp: string | null | undefined): string => {
  const date = new Date(timestamp ? Date.parse(timestamp) : -62_135_596_800_000);
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${String(date.getUTCFullYear()).padStart(4, "0")}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
};

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const two = (value: number): string => String(value).padStart(2, "0");
