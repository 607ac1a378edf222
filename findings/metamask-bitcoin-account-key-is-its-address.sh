#!/usr/bin/env bash
# Wallet Standard's WalletAccount has `publicKey`, the bytes of the account's key. MetaMask's published wallet for Bitcoin fills in the
# characters of the address instead, lists no account before `bitcoin:connect`, and has `bitcoin:events` in place of `standard:events`:
# a page that checks the key refuses the wallet, and one that listens to `standard:events` hears nothing.
#   @metamask/bitcoin-wallet-standard 1.3.0
# Output seen:
#   features: bitcoin:connect bitcoin:disconnect bitcoin:events sats-connect: bitcoin:signTransaction bitcoin:signAndSendTransaction bitcoin:signMessage
#   accounts before connecting: 0
#   publicKey: 42 bytes, which read "bc1q…"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @metamask/bitcoin-wallet-standard@1.3.0
cat >ask.mjs <<'JS'
import { getBitcoinWalletStandard } from '@metamask/bitcoin-wallet-standard'
// The example of BIP-84.
const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const scope = 'bip122:000000000019d6689c085ae165831e93'
const session = { sessionScopes: { [scope]: { accounts: [`${scope}:${address}`], methods: [], notifications: [] } } }
const client = {
  getSession: async () => undefined,
  createSession: async () => session,
  revokeSession: async () => {},
  onNotification: () => () => {},
}
console.debug = console.info = () => {}
const log = console.log
console.log = () => {}
const wallet = getBitcoinWalletStandard({ client })
await new Promise((resolve) => setTimeout(resolve, 100))
const before = wallet.accounts.length
const { accounts } = await wallet.features['bitcoin:connect'].connect({ purposes: ['payment'] })
console.log = log
const names = Object.keys(wallet.features)
const text = new TextDecoder().decode(accounts[0].publicKey)
if (names.includes('standard:events') || !names.includes('bitcoin:events') || before !== 0 || text !== address)
  throw new Error(`It is otherwise now: ${names.join(' ')}, ${before} accounts, key ${text}`)
console.log(`features: ${names.join(' ')}`)
console.log(`accounts before connecting: ${before}`)
console.log(`publicKey: ${accounts[0].publicKey.length} bytes, which read "${text.slice(0, 4)}…"`)
JS
node ask.mjs
