// Original file: google/rpc/error_details.proto


/**
 * Contains metadata about the request that clients can attach when filing a bug
 * or providing other forms of feedback.
 */
export interface RequestInfo {
  /**
   * An opaque string that should only be interpreted by the service generating
   * it.
   */
  'requestId'?: (string);
  /**
   * Any data that was used to serve this request.
   */
  'servingData'?: (string);
}

/**
 * Contains metadata about the request that clients can attach when filing a bug
 * or providing other forms of feedback.
 */
export interface RequestInfo__Output {
  /**
   * An opaque string that should only be interpreted by the service generating
   * it.
   */
  'requestId'?: (string);
  /**
   * Any data that was used to serve this request.
   */
  'servingData'?: (string);
}
