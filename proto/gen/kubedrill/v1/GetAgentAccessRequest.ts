// Original file: kubedrill/v1/environment.proto


export interface GetAgentAccessRequest {
  'episodeId'?: (string);
}

export interface GetAgentAccessRequest__Output {
  'episodeId'?: (string);
}
