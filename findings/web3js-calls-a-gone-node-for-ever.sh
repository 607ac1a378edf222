#!/usr/bin/env bash
# A Connection of @solana/web3.js that had one subscription, and has none any more, calls a node that went away once a second for as
# long as the process lives, and writes each failure to the console; the timer that ends an idle socket half a second after the last
# subscription doesn't end this. A node that closes the socket with code 1000 is left alone.
#   @solana/web3.js 1.99.0, ws 8.23.0
# Output seen:
#   node ends with 1006: called again, nothing subscribed
#   node ends with 1000: not called again
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @solana/web3.js@1.99.0 ws@8.23.0
cat >watch.mjs <<'JS'
import { Connection } from '@solana/web3.js'
import { WebSocketServer } from 'ws'

/** How often the page of a node that has gone is told of a failure, over three seconds. */
async function failuresAfter(end) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id } = JSON.parse(data)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: 1 }))
    }),
  )
  const connection = new Connection(`http://127.0.0.1:${port}`, { wsEndpoint: `ws://127.0.0.1:${port}` })
  const subscription = connection.onSlotChange(() => {})
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await connection.removeSlotChangeListener(subscription)
  for (const socket of server.clients) end(socket)
  server.close()
  let failures = 0
  console.error = () => {
    failures += 1
  }
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  return failures
}
const gone = await failuresAfter((socket) => socket.terminate())
console.log(`node ends with 1006: ${gone > 1 ? 'called again, nothing subscribed' : 'not called again'}`)
// The first connection goes on: what it adds is counted for both.
const before = gone
const closed = await failuresAfter((socket) => socket.close(1000))
console.log(`node ends with 1000: ${closed > before + 1 ? 'called again' : 'not called again'}`)
if (gone < 2 || closed > before + 1) throw new Error('It is otherwise now.')
process.exit(0)
JS
node watch.mjs
