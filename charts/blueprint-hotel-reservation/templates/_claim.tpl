{{/* Spec of the claim of a mount. */}}
{{- define "claim" -}}
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: {{ .size }}
{{- end -}}
