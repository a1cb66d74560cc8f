import { AwkError, NO_MATH } from "./awk-syntax.ts";

/** Tells of two values' order whether a comparison holds, by its sign. */
export const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Calculates with two numbers. @throws AwkError */
export const calculate = (operator: string, a: number, b: number): number => {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "%":
    case "/":
      if (b === 0) throw new AwkError("Division by zero");
      return operator === "%" ? a % b : a / b;
    default:
      throw new AwkError(NO_MATH);
  }
};
