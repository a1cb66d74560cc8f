// Original file: kubedrill/v1/common.proto


/**
 * Request for one view of the world. Views that are not requested are not computed.
 */
export interface ViewRequest {
  /**
   * `text`, `instruction`, `alerts`, `events`, `state_json`, `metrics`, `budget`, …; ServerInfo lists them.
   */
  'name'?: (string);
  /**
   * Size bound in bytes. Missing: the episode's max_observation_bytes.
   */
  'maxBytes'?: (number);
  /**
   * Parameters of the view as a JSON object. Missing: none.
   */
  'paramsJson'?: (string);
  '_maxBytes'?: "maxBytes";
}

/**
 * Request for one view of the world. Views that are not requested are not computed.
 */
export interface ViewRequest__Output {
  /**
   * `text`, `instruction`, `alerts`, `events`, `state_json`, `metrics`, `budget`, …; ServerInfo lists them.
   */
  'name'?: (string);
  /**
   * Size bound in bytes. Missing: the episode's max_observation_bytes.
   */
  'maxBytes'?: (number);
  /**
   * Parameters of the view as a JSON object. Missing: none.
   */
  'paramsJson'?: (string);
  '_maxBytes'?: "maxBytes";
}
