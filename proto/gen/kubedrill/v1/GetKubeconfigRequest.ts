// Original file: kubedrill/v1/environment.proto


export interface GetKubeconfigRequest {
  'episodeId'?: (string);
}

export interface GetKubeconfigRequest__Output {
  'episodeId'?: (string);
}
