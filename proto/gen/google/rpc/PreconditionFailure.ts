// Original file: google/rpc/error_details.proto


/**
 * A message type used to describe a single precondition failure.
 */
export interface _google_rpc_PreconditionFailure_Violation {
  /**
   * The type of PreconditionFailure.
   */
  'type'?: (string);
  /**
   * The subject, relative to the type, that failed.
   */
  'subject'?: (string);
  /**
   * A description of how the precondition failed.
   */
  'description'?: (string);
}

/**
 * A message type used to describe a single precondition failure.
 */
export interface _google_rpc_PreconditionFailure_Violation__Output {
  /**
   * The type of PreconditionFailure.
   */
  'type'?: (string);
  /**
   * The subject, relative to the type, that failed.
   */
  'subject'?: (string);
  /**
   * A description of how the precondition failed.
   */
  'description'?: (string);
}

/**
 * Describes what preconditions have failed.
 */
export interface PreconditionFailure {
  /**
   * Describes all precondition violations.
   */
  'violations'?: (_google_rpc_PreconditionFailure_Violation)[];
}

/**
 * Describes what preconditions have failed.
 */
export interface PreconditionFailure__Output {
  /**
   * Describes all precondition violations.
   */
  'violations'?: (_google_rpc_PreconditionFailure_Violation__Output)[];
}
