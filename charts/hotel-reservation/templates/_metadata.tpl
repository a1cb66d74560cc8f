{{/* Metadata of an object; takes root, name and component. */}}
{{- define "metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{ .root.Values.labelKey }}: {{ .component }}
{{- end -}}
