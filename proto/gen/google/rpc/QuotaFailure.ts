// Original file: google/rpc/error_details.proto


/**
 * A message type used to describe a single quota violation.
 */
export interface _google_rpc_QuotaFailure_Violation {
  /**
   * The subject on which the quota check failed.
   */
  'subject'?: (string);
  /**
   * A description of how the quota check failed.
   */
  'description'?: (string);
}

/**
 * A message type used to describe a single quota violation.
 */
export interface _google_rpc_QuotaFailure_Violation__Output {
  /**
   * The subject on which the quota check failed.
   */
  'subject'?: (string);
  /**
   * A description of how the quota check failed.
   */
  'description'?: (string);
}

/**
 * Describes how a quota check failed.
 */
export interface QuotaFailure {
  /**
   * Describes all quota violations.
   */
  'violations'?: (_google_rpc_QuotaFailure_Violation)[];
}

/**
 * Describes how a quota check failed.
 */
export interface QuotaFailure__Output {
  /**
   * Describes all quota violations.
   */
  'violations'?: (_google_rpc_QuotaFailure_Violation__Output)[];
}
