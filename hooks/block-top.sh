# >>> lgtm-hook >>> put here by `lgtm install`, taken out by `lgtm uninstall`
# The rest of this file runs first and may end wherever it likes; then comes lgtm.
if [ "${LGTM_WRAPPED-}" != "$PWD/$0" ]; then
  lgtm_hook=''
  lgtm_node=''
  LGTM_WRAPPED=$PWD/$0
  export LGTM_WRAPPED
  case $- in *e*) lgtm_flag=-e ;; *) lgtm_flag=+e ;; esac
  unset lgtm_input
  case $lgtm_hook in */pre-push) lgtm_input=$(cat) ;; esac
  lgtm_give() {
    if [ -n "${lgtm_input+read}" ]; then
      { [ -z "$lgtm_input" ] || printf '%s\n' "$lgtm_input"; } 2>/dev/null | "$@"
    else
      "$@"
    fi
  }
  if [ -z "${LGTM_SELF_TEST-}" ]; then lgtm_give /bin/sh "$lgtm_flag" "$0" "$@" || exit $?; fi
  unset LGTM_WRAPPED
  [ "${HUSKY-}" != 0 ] || exit 0
  if [ -f "$lgtm_hook" ]; then
    LGTM_NODE=${LGTM_NODE:-$lgtm_node}
    export LGTM_NODE
    lgtm_give /bin/sh "$lgtm_hook" "$@" || exit $?
  else
    echo 'lgtm: NOT REVIEWED: lgtm-hook is not installed here (npm install)' >&2
  fi
  exit 0
fi
# <<< lgtm-hook <<<
