// Original file: kubedrill/v1/environment.proto


export interface GetToolProfileRequest {
  /**
   * One of ServerInfo.tool_profiles. Missing: all tools.
   */
  'name'?: (string);
}

export interface GetToolProfileRequest__Output {
  /**
   * One of ServerInfo.tool_profiles. Missing: all tools.
   */
  'name'?: (string);
}
