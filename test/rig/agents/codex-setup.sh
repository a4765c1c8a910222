#!/bin/bash
# Writes Codex's config, and recording hooks unless RA_HOOKS=off, into the home directory $1.
set -eu; h=$1; mkdir -p "$h/.codex"
[ "${RA_HOOKS:-record}" = off ] && notify= || notify='notify = ["/opt/rig/hook-record.sh", "notify"]'
cat >"$h/.codex/config.toml" <<T
model = "mock-model"
model_provider = "mock"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
$notify

[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:8787/v1"
wire_api = "responses"
env_key = "MOCK_API_KEY"

[projects."/home/dev/project"]
trust_level = "trusted"

[features]
hooks = true

[analytics]
enabled = false
T
[ "${RA_HOOKS:-record}" != off ] || exit 0
events="SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest PostToolUse SubagentStart SubagentStop Stop"
{ printf '{"hooks":{'; sep=
  for e in $events; do printf '%s"%s":[{"hooks":[{"type":"command","command":"/opt/rig/hook-record.sh %s"}]}]' "$sep" $e $e; sep=,; done
  printf '}}\n'; } >"$h/.codex/hooks.json"
