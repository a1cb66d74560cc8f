import type { AwkValue } from "./awk-values.ts";

/** Values of the variables that awk sets before a program begins. */
export const AWK_DEFAULTS: Readonly<Record<string, AwkValue>> = {
  CONVFMT: "%.6g",
  OFMT: "%.6g",
  FS: " ",
  OFS: " ",
  ORS: "\n",
  RS: "\n",
  SUBSEP: "\u001c",
  NR: 0,
  FNR: 0,
  FILENAME: "",
  RSTART: 0,
  RLENGTH: -1,
};
