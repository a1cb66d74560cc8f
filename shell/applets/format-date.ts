import { toTimestamp } from "#core/timestamp.ts";

/** Renders an instant by a format of `date`, in UTC. */
export const formatDate = (ms: number, format: string): string => {
  const iso = toTimestamp(ms);
  const weekday = WEEKDAYS[Math.floor(ms / DAY_MS) % 7] as string;
  const month = MONTHS[Number(iso.slice(5, 7)) - 1] as string;
  const hour = Number(iso.slice(11, 13));
  const parts: Readonly<Record<string, () => string>> = {
    "%": () => "%",
    a: () => weekday.slice(0, 3),
    A: () => weekday,
    b: () => month.slice(0, 3),
    B: () => month,
    c: () => formatDate(ms, "%a %b %e %H:%M:%S %Y"),
    C: () => iso.slice(0, 2),
    d: () => iso.slice(8, 10),
    D: () => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(2, 4)}`,
    e: () => `${Number(iso.slice(8, 10))}`.padStart(2),
    F: () => iso.slice(0, 10),
    H: () => iso.slice(11, 13),
    I: () => `${hour % 12 === 0 ? 12 : hour % 12}`.padStart(2, "0"),
    j: () => `${Math.floor((ms - startOfYear(iso)) / DAY_MS) + 1}`.padStart(3, "0"),
    m: () => iso.slice(5, 7),
    M: () => iso.slice(14, 16),
    n: () => "\n",
    N: () => `${ms % 1000}`.padStart(3, "0").padEnd(9, "0"),
    p: () => (hour < 12 ? "AM" : "PM"),
    R: () => iso.slice(11, 16),
    s: () => `${Math.floor(ms / 1000)}`,
    S: () => iso.slice(17, 19),
    t: () => "\t",
    T: () => iso.slice(11, 19),
    u: () => `${((Math.floor(ms / DAY_MS) + 3) % 7) + 1}`,
    w: () => `${(Math.floor(ms / DAY_MS) + 4) % 7}`,
    y: () => iso.slice(2, 4),
    Y: () => iso.slice(0, 4),
    z: () => "+0000",
    Z: () => "UTC",
  };
  return format.replaceAll(/%([%A-Za-z])/g, (whole, letter: string) => parts[letter]?.() ?? whole);
};

const DAY_MS = 86_400_000;

/** The Unix epoch was a Thursday. */
const WEEKDAYS = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const startOfYear = (iso: string): number => {
  const year = Number(iso.slice(0, 4));
  const years = year - 1970;
  const leaps = Math.floor((year - 1969) / 4) - Math.floor((year - 1901) / 100) + Math.floor((year - 1601) / 400);
  return (years * 365 + leaps) * DAY_MS;
};
