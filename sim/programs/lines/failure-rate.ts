/** Maximum rate of a program's log lines per kind of failure, 1/s; beyond it the logger drops lines. */
export const LINES_PER_S_MAX = 5;
