/** A UTC time by the calendar. */
export interface CivilTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 1 to 366. */
  readonly dayOfYear: number;
  readonly daysInMonth: number;
}

/**
 * The calendar's view of seconds since the Unix epoch.
 *
 * @see https://howardhinnant.github.io/date_algorithms.html#civil_from_days
 */
export const civilTime = (seconds: number): CivilTime => {
  const days = Math.floor(seconds / DAY_S);
  const inDay = seconds - days * DAY_S;
  const { year, month, day } = civilDate(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(inDay / 3600),
    minute: Math.floor((inDay % 3600) / 60),
    weekday: (((days + 4) % 7) + 7) % 7,
    dayOfYear: days - daysOf(year, 1) + 1,
    daysInMonth: month === 12 ? 31 : daysOf(year, month + 1) - daysOf(year, month),
  };
};

const DAY_S = 86_400;

const civilDate = (days: number): { readonly year: number; readonly month: number; readonly day: number } => {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 };
};

/** Days from the epoch to the first of a month. */
const daysOf = (year: number, month: number): number => {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5);
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
};
