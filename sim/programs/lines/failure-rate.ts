/** Programs that log each failure do so at most this often per kind; beyond, the logger drops. */
export const LINES_PER_S_MAX = 5;
