#!/usr/bin/env bash
# A game against the engine from the shell, with bash and jq.
#   clients/shell/play.sh [RULESET]
# Seat 1 takes its first option each time; a bot of the engine plays the other seats.
set -euo pipefail
command -v jq >/dev/null || { echo "this example needs jq" >&2; exit 2; }

coproc ENGINE { solenia engine; }
exec 3<&"${ENGINE[0]}" 4>&"${ENGINE[1]}"

call() { # METHOD PARAMS: prints the result, or the error and ends
  jq -cn --arg method "$1" --argjson params "$2" '{jsonrpc: "2.0", id: 1, method: $method, params: $params}' >&4
  local line
  IFS= read -r line <&3
  jq -ce 'if .error then error(.error.message) else .result end' <<<"$line"
}

loaded=$(call rulesets.load "$(jq -cn --arg name "${1:-connect_four}" '{name: $name}')")
status=$(call game.new "$(jq -c '{ruleset, seed: 7}' <<<"$loaded")")
game=$(jq -c '{game}' <<<"$status")

until jq -e .over <<<"$status" >/dev/null; do
  asked=$(call game.options "$game")
  if [ "$(jq .seat <<<"$asked")" = 0 ]; then
    status=$(call game.answer "$(jq -c '{game, version, option: .options[0].id}' <<<"$asked")")
  else
    status=$(call bot.answer "$(jq -c '. + {bot: "greedy"}' <<<"$game")" | jq -c .status)
  fi
done
jq -r --arg title "$(jq -r .title <<<"$loaded")" \
  '"\($title): \(.decisions) answers, won by \([.winners[] | "seat \(. + 1)"] | join(", ") | if . == "" then "nobody" else . end)"' <<<"$status"
