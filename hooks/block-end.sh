# >>> lgtm-hook >>> put here by `lgtm install`, taken out by `lgtm uninstall`
lgtm_code=$?
lgtm_hook=''
lgtm_node=''
[ "$lgtm_code" -eq 0 ] || exit "$lgtm_code"
if [ -f "$lgtm_hook" ]; then
  LGTM_NODE=${LGTM_NODE:-$lgtm_node} /bin/sh "$lgtm_hook" "$@" || exit $?
else
  echo 'lgtm: NOT REVIEWED: lgtm-hook is not installed here (npm install)' >&2
fi
# <<< lgtm-hook <<<
