/** The version that the image holds. */
export const NODE_VERSION = "v24.21.0";

/** Raised by `process.exit`. */
export class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super("the script ends its process");
    this.code = code;
  }
}
