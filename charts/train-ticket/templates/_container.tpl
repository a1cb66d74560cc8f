{{/* The container of a component; takes root and component. */}}
{{- define "container" -}}
{{- $own := ternary dict .component.resources (default false .root.Values.overrideResources) -}}
{{- $resources := default .root.Values.resources $own -}}
- name: {{ default .component.name .component.container }}
  {{- if .root.Values.imageRegistry }}
  image: {{ .root.Values.imageRegistry }}/{{ base .component.image }}
  {{- else }}
  image: {{ .component.image }}
  {{- end }}
  {{- with .root.Values.imagePullPolicy }}
  imagePullPolicy: {{ . }}
  {{- end }}
  {{- with .component.command }}
  command:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .component.args }}
  args:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .component.ports }}
  {{- $seen := dict }}
  ports:
    {{- range . }}
    {{- $port := printf "%v/%v" (default .port .targetPort) (default "TCP" .protocol) }}
    {{- if not (hasKey $seen $port) }}
    {{- $_ := set $seen $port true }}
    - containerPort: {{ default .port .targetPort }}
      {{- with .protocol }}
      protocol: {{ . }}
      {{- end }}
    {{- end }}
    {{- end }}
  {{- end }}
  {{- if or .component.envFrom .component.envFromSecrets }}
  envFrom:
    {{- range .component.envFrom }}
    - configMapRef:
        name: {{ . }}
    {{- end }}
    {{- range .component.envFromSecrets }}
    - secretRef:
        name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with .component.env }}
  env:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $resources }}
  resources:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .component.mounts }}
  volumeMounts:
    {{- range . }}
    - name: {{ coalesce .claim .emptyDir .configMap .secret }}
      mountPath: {{ .path }}
      {{- with .key }}
      subPath: {{ . }}
      {{- end }}
    {{- end }}
  {{- end }}
  {{- with .component.livenessProbe }}
  livenessProbe:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .component.readinessProbe }}
  {{- if not (and .grpc $.root.Values.omitGrpcProbes) }}
  readinessProbe:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
{{- end -}}
