#!/usr/bin/env bash
# workerd 1.20261117.1 (compatibility date 2026-11-01), Cloudflare's runtime for servers, run by itself. Of a request with two Cookie
# headers, as a proxy may make them of HTTP/2, it gives one header joined with ", ", where RFC 9113, section 8.2.3, asks for "; " and
# Node's http server does so. Who splits at semicolons finds the second cookie inside the first one's value.
# Output seen:
#   workerd: a=1, b=2
#   node: a=1; b=2
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts workerd@1.20261117.1
cat >worker.js <<'JS'
export default { fetch: (request) => new Response(request.headers.get('cookie')) }
JS
cat >config.capnp <<'CAPNP'
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
);
CAPNP
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import workerd from 'workerd'

const ask = (port) =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1').on('error', reject)
    socket.on('data', (part) => (text += part)).on('close', () => resolve(text.split('\r\n\r\n')[1]))
    socket.write('GET / HTTP/1.0\r\nHost: a.example\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n')
  })
const args = ['serve', 'config.capnp', '--control-fd=3']
const server = spawn(workerd.default ?? workerd, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
const [report] = await once(server.stdio[3], 'data')
const lines = [`workerd: ${await ask(JSON.parse(String(report).split('\n')[0]).port)}`]
server.kill('SIGKILL')
const node = createServer((request, response) => response.end(request.headers.cookie)).listen(0, '127.0.0.1')
await once(node, 'listening')
lines.push(`node: ${await ask(node.address().port)}`)
node.close()
console.log(lines.join('\n'))
if (lines.join() !== 'workerd: a=1, b=2,node: a=1; b=2') process.exit(1)
JS
node ask.mjs
