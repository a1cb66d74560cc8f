{{- define "kubedrill.selector" -}}
app.kubernetes.io/name: kubedrill
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "kubedrill.labels" -}}
{{ include "kubedrill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
