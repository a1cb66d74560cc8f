/** A field as wide as a format asks for, within what a tool's memory is for; negative where it is to be filled on the right. */
export const boundWidth = (width: number): number =>
  Number.isNaN(width) ? 0 : Math.max(-WIDTH_MAX, Math.min(WIDTH_MAX, Math.trunc(width)));

const WIDTH_MAX = 65_536;

/** A precision as a format gives it; a negative one is none, and a number has no more than a hundred digits that could be told. */
export const boundPrecision = (precision: number | string | undefined): number | undefined => {
  const digits = Math.trunc(Number(precision));
  return precision === undefined || !(digits >= 0) ? undefined : Math.min(PRECISION_MAX, digits);
};

const PRECISION_MAX = 100;
