#!/usr/bin/env bash
# EIP-5792 lets an app give wallet_sendCalls an `id`, so that a second request after a lost answer is refused as a duplicate (5720).
# Two public implementations give an id of their own, so that the same request is another bundle:
#   @metamask/eip-5792-middleware 2.0.0: processSendCalls returns a new random id for each request, for one call and for several.
#   @safe-global/safe-apps-provider 0.18.6: wallet_sendCalls returns the hash of the Safe's transaction.
# Output seen:
#   metamask: asked twice for 0x01…, given two other ids, and 2 transactions were added
#   safe: asked for 0x01…, given 0x02…
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @metamask/eip-5792-middleware@2.0.0 @safe-global/safe-apps-provider@0.18.6
cat >ask.cjs <<'JS'
const { processSendCalls } = require('@metamask/eip-5792-middleware')
const { SafeAppProvider } = require('@safe-global/safe-apps-provider')
const id = `0x${'01'.repeat(32)}`
const account = `0x${'11'.repeat(20)}`
const to = `0x${'22'.repeat(20)}`
const request = { version: '2.0.0', id, from: account, chainId: '0x1', atomicRequired: false, calls: [{ to, value: '0x1' }] }

async function metamask() {
  const added = []
  const messenger = {
    call(name) {
      if (name === 'NetworkController:getNetworkClientById') return { configuration: { chainId: '0x1' } }
      if (name === 'AccountsController:getState') {
        const entry = { address: account, metadata: { keyring: { type: 'HD Key Tree' } } }
        return { internalAccounts: { accounts: { one: entry } } }
      }
      throw new Error(`Not expected: ${name}`)
    },
  }
  const hooks = { addTransaction: async (transaction) => added.push(transaction), validateSecurity: async () => {} }
  const ask = () => processSendCalls(hooks, messenger, request, { networkClientId: 'mainnet', origin: 'https://app.example' })
  const [first, second] = [await ask(), await ask()]
  if (first.id === id || second.id === id || first.id === second.id) throw new Error('metamask keeps the id now')
  console.log(`metamask: asked twice for 0x01…, given two other ids, and ${added.length} transactions were added`)
}

async function safe() {
  const safeTxHash = `0x${'02'.repeat(32)}`
  const provider = new SafeAppProvider({ safeAddress: account, chainId: 1 }, { txs: { send: async () => ({ safeTxHash }) }, eth: {} })
  const answer = await provider.request({ method: 'wallet_sendCalls', params: [request] })
  if (answer.id === id) throw new Error('safe keeps the id now')
  console.log(`safe: asked for 0x01…, given ${answer.id.slice(0, 4)}…`)
}

metamask().then(safe).catch((error) => {
  console.error(error)
  process.exit(1)
})
JS
node ask.cjs
