import type { Controller } from "../controller-runtime/controller.ts";
import { tidbOperator } from "./tidb/tidb-operator.ts";

/** Operators that work where a pod of theirs runs. */
export const OPERATORS: readonly Controller[] = Object.freeze([tidbOperator]);
