{{/* Metadata of an object; takes root, name and component. */}}
{{- define "metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "labels" . | nindent 2 }}
{{- end -}}

{{/* Labels of an object; takes root and component. */}}
{{- define "labels" -}}
{{ .root.Values.labelKey }}: {{ .component }}
{{- $component := .component }}
{{- range .root.Values.furtherLabelKeys }}
{{ . }}: {{ $component }}
{{- end }}
{{- end -}}
