import type { AppProgram } from "../processes/app-program.ts";
import { LANGUAGES } from "../programs/languages/languages.ts";

/** Status of the answer to a request that failed. */
export const httpStatus = ({ behaviour }: AppProgram, cause: string): number => LANGUAGES[behaviour.language].httpStatus?.(cause) ?? 500;
