/** Scripts by which the containers of a cluster start, each the command of its container. */
export const START_SCRIPTS = {
  pd: `#!/bin/sh
# Starts a PD. A new one asks the discovery service whether it begins a cluster or joins one.
set -u
POD_NAME=\${POD_NAME:-$(hostname)}
cluster_name=$(echo \${PEER_SERVICE_NAME} | sed 's/-pd-peer//')
domain="\${POD_NAME}.\${PEER_SERVICE_NAME}.\${NAMESPACE}.svc"
discovery_url="\${cluster_name}-discovery.\${NAMESPACE}.svc:10261"
encoded_domain_url=$(echo \${domain}:2380 | base64 | tr -d '\\n')

elapsed=0
until ping -c 1 \${domain} >/dev/null 2>&1; do
  elapsed=$((elapsed + 1))
  if [ \${elapsed} -ge 30 ]; then
    echo "waiting for pd cluster ready timeout" >&2
    exit 1
  fi
  echo "domain resolve \${domain} failed" >&2
  sleep 1
done

ARGS="--data-dir=/var/lib/pd --name=\${POD_NAME} --peer-urls=http://0.0.0.0:2380 --advertise-peer-urls=http://\${domain}:2380 --client-urls=http://0.0.0.0:2379 --advertise-client-urls=http://\${domain}:2379 --config=/etc/pd/pd.toml"

if [ ! -e /var/lib/pd/member/wal ]; then
  until result=$(wget -qO- -T 3 http://\${discovery_url}/new/\${encoded_domain_url} 2>/dev/null); do
    echo "waiting for discovery service to return start args ..."
    sleep 3
  done
  ARGS="\${ARGS} \${result}"
fi

echo "starting pd-server ..."
echo "/pd-server \${ARGS}"
exec /pd-server \${ARGS}
`,
  tikv: `#!/bin/sh
# Starts a TiKV.
set -u
POD_NAME=\${POD_NAME:-$(hostname)}
ARGS="--pd=http://\${CLUSTER_NAME}-pd:2379 --advertise-addr=\${POD_NAME}.\${HEADLESS_SERVICE_NAME}.\${NAMESPACE}.svc:20160 --addr=0.0.0.0:20160 --status-addr=0.0.0.0:20180 --data-dir=/var/lib/tikv --capacity=\${CAPACITY} --config=/etc/tikv/tikv.toml"

echo "starting tikv-server ..."
echo "/tikv-server \${ARGS}"
exec /tikv-server \${ARGS}
`,
  tidb: `#!/bin/sh
# Starts a TiDB.
set -u
POD_NAME=\${POD_NAME:-$(hostname)}
ARGS="--store=tikv --advertise-address=\${POD_NAME}.\${HEADLESS_SERVICE_NAME}.\${NAMESPACE}.svc --host=0.0.0.0 --path=\${CLUSTER_NAME}-pd:2379 --config=/etc/tidb/tidb.toml"

echo "start tidb-server ..."
echo "/tidb-server \${ARGS}"
exec /tidb-server \${ARGS}
`,
} as const;
