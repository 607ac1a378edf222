#!/usr/bin/env bash
# @solana/kit 8.4.0 and its part @solana/errors 8.4.0 state Node 20.18 or newer; @solana/errors pins commander 15.0.0, which states
# 22.12 or newer. A package that trusts kit's own line and says `node >=20` can't be installed on Node 20 where engines are kept
# strictly, although nothing that kit does at run time needs the newer Node: commander serves a command that decodes errors.
# Output seen:
#   @solana/kit 8.4.0: >=20.18.0
#   @solana/errors 8.4.0: >=20.18.0
#   commander 15.0.0: >=22.12.0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --engine-strict=false @solana/kit@8.4.0 >/dev/null 2>&1
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs')
const manifest = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
const found = ['@solana/kit', '@solana/errors', 'commander'].map(manifest)
const seen = found.map(({ name, version, engines }) => `${name} ${version}: ${engines.node}`)
for (const line of seen) console.log(line)
const expected = ['@solana/kit 8.4.0: >=20.18.0', '@solana/errors 8.4.0: >=20.18.0', 'commander 15.0.0: >=22.12.0']
if (seen.join() !== expected.join()) throw new Error('It is otherwise now.')
JS
node read.cjs
