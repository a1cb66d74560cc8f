import type { AppletCall } from "../interpreter/applet-call.ts";

/** Bounds of a number. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** The number that an option or an argument names; undefined where it is none or out of its range, of which the tool has complained then. */
export const numberOption = (call: AppletCall, text: string, { least, most }: NumberRange): number | undefined => {
  if (!/^\+?\d+$/.test(text)) {
    call.fail(`invalid number '${text}'`);
    return undefined;
  }
  const number = Number(text);
  if (number >= least && number <= most) return number;
  call.fail(`number ${text} is not in ${least}..${most} range`);
  return undefined;
};

/** Largest signed number of the machine. */
export const INT_MAX = 2_147_483_647;
