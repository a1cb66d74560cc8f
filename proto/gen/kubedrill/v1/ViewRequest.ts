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
   * Size bound in bytes, at most that of the episode. Missing: the episode's max_observation_bytes; 64 KiB for a view that is JSON.
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
   * Size bound in bytes, at most that of the episode. Missing: the episode's max_observation_bytes; 64 KiB for a view that is JSON.
   */
  'maxBytes'?: (number);
  /**
   * Parameters of the view as a JSON object. Missing: none.
   */
  'paramsJson'?: (string);
  '_maxBytes'?: "maxBytes";
}
