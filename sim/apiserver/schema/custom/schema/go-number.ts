/** A number as Go's `%v` prints a float64: `10`, `0.5`, `1e+06`. */
export const goNumber = (value: number): string => {
  const [digits = "0", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 21 && Math.abs(value) < 1_000_000)) return `${value}`;
  return `${digits}e${power < 0 ? "-" : "+"}${`${Math.abs(power)}`.padStart(2, "0")}`;
};
