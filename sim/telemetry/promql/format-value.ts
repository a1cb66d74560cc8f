/** Renders a sample value as Go's shortest 'f' format does: never an exponent, `NaN`, `+Inf`, `-Inf`. */
export const formatValue = (value: number): string => {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const text = String(value);
  return text.includes("e") ? expand(text) : text;
};

/** Writes out `1.5e-7` as `0.00000015`. */
const expand = (text: string): string => {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const body =
    point <= 0
      ? `0.${"0".repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + "0".repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${body}` : body;
};

/** Renders in Go's `%e` style with the shortest digits, as the alerts API does: `1e+00`, `3.5e-01`. */
export const formatExponent = (value: number): string => {
  if (!Number.isFinite(value)) return formatValue(value);
  const [mantissa = "0", exponent = "+0"] = value.toExponential().split("e");
  const sign = exponent.startsWith("-") ? "-" : "+";
  return `${mantissa}e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
};
