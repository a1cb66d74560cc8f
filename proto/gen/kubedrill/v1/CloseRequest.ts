// Original file: kubedrill/v1/environment.proto


export interface CloseRequest {
  'episodeId'?: (string);
  /**
   * As given to Reset. Missing: none was given.
   */
  'closeToken'?: (Buffer | Uint8Array | string);
  /**
   * For the record. Missing: none.
   */
  'reason'?: (string);
}

export interface CloseRequest__Output {
  'episodeId'?: (string);
  /**
   * As given to Reset. Missing: none was given.
   */
  'closeToken'?: (Buffer);
  /**
   * For the record. Missing: none.
   */
  'reason'?: (string);
}
