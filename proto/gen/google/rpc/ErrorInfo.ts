// Original file: google/rpc/error_details.proto


/**
 * Describes the cause of the error with structured details.
 */
export interface ErrorInfo {
  /**
   * The reason of the error. This is a constant value that identifies the
   * proximate cause of the error.
   */
  'reason'?: (string);
  /**
   * The logical grouping to which the "reason" belongs.
   */
  'domain'?: (string);
  /**
   * Additional structured details about this error.
   */
  'metadata'?: ({[key: string]: string});
}

/**
 * Describes the cause of the error with structured details.
 */
export interface ErrorInfo__Output {
  /**
   * The reason of the error. This is a constant value that identifies the
   * proximate cause of the error.
   */
  'reason'?: (string);
  /**
   * The logical grouping to which the "reason" belongs.
   */
  'domain'?: (string);
  /**
   * Additional structured details about this error.
   */
  'metadata'?: ({[key: string]: string});
}
