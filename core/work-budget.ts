import { WorkLimitError } from "./work-limit-error.ts";

/**
 * Work that interpreters may still do: units of about one character of a text that is made. What they count follows from the program and its
 * input alone, so that a limit strikes at the same place each time.
 */
export interface WorkBudget {
  left: number;
}

/** Says that a program would make longer texts, or do more rounds and calls, than its budget allows. */
export class BudgetSpentError extends WorkLimitError {
  constructor() {
    super("it would make longer texts, or do more rounds, than is allowed");
  }
}

/** Runs something that never waits, and lets what it interprets charge this budget. */
export const spendFrom = <T>(budget: WorkBudget, run: () => T): T => {
  const outer = current;
  current = budget;
  try {
    return run();
  } finally {
    current = outer;
  }
};

/** Runs something that never waits within so many units of the budget around it, if there is one and as far as that goes. */
export const within = <T>(units: number, run: () => T): T => {
  const outer = current;
  const granted = Math.min(units, Math.max(0, outer?.left ?? units));
  const budget = { left: granted };
  try {
    return spendFrom(budget, run);
  } finally {
    if (outer !== undefined) outer.left -= granted - Math.max(0, budget.left);
  }
};

/** Runs what interprets a text and never waits, and books its work with whoever bounds it. */
export type Interpret = <T>(run: () => T) => T;

/**
 * Books work before it is done.
 * @throws BudgetSpentError when more than is left would be done
 */
export const charge = (units: number): void => {
  if (current === undefined) return;
  current.left -= units;
  if (current.left < 0) throw new BudgetSpentError();
};

/**
 * Books a text that is about to be made.
 * @throws BudgetSpentError when it is too long, or more than is left
 */
export const chargeText = (length: number): void => {
  charge(length);
  if (length > TEXT_MAX && current !== undefined) throw new BudgetSpentError();
};

/** Books a list that is about to be made, by its items. */
export const chargeItems = (count: number): void => charge(count * ITEM_UNITS);

/** Books a table that is about to be laid out, by its cells. */
export const chargeTable = (rows: number, columns: number): void => charge(rows * columns * CELL_UNITS);

/**
 * Books the JSON text of a value, which can be far larger than the value: parts of it may be the same.
 * @param indent characters by which each depth is indented
 * @throws BudgetSpentError when it is too long, or more than is left
 */
export const chargeJson = (value: unknown, indent = 0): void => {
  if (current === undefined) return;
  const before = current.left;
  chargePart(value, indent, 0);
  if (before - current.left > TEXT_MAX) throw new BudgetSpentError();
};

const chargePart = (value: unknown, indent: number, depth: number): void => {
  charge(JSON_UNITS + indent * depth);
  if (typeof value === "string") return charge(value.length);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const item of value) chargePart(item, indent, depth + 1);
  else
    for (const [name, member] of Object.entries(value)) {
      charge(name.length);
      chargePart(member, indent, depth + 1);
    }
};

/** Work of one round of a loop, one call, or one part of an expression. */
export const STEP_UNITS = 4;

/** Maximum length of one text, characters. */
const TEXT_MAX = 8 * 1024 * 1024;
/** Work of an item of a list, as it takes memory. */
const ITEM_UNITS = 24;
/** Work of a cell, which is measured, filled up and printed. */
const CELL_UNITS = 120;
/** Work of a value's JSON beside its characters. */
const JSON_UNITS = 4;

/** Undefined outside of a run, which never waits: no state of any world. */
let current: WorkBudget | undefined;
