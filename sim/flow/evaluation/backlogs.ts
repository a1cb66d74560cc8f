import type { Process } from "../../processes/process.ts";
import { instanceOf } from "../../processes/process-keys.ts";
import { type Amounts, keptAmounts } from "./kept-amounts.ts";

/** Requests that wait in front of processes which were given more than they could do, by the process's instance. */
export const BACKLOGS = keptAmounts("flow/backlogs");

/** Requests that wait in front of a process. */
export const backlogOf = (backlogs: Amounts, process: Process): number => backlogs[instanceOf(process)] ?? 0;
