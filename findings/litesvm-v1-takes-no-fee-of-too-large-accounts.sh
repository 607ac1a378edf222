#!/usr/bin/env bash
# LiteSVM 1.5.0 runs Solana transactions of version 1 (SIMD-0385). One that doesn't state how many bytes of accounts it loads has none,
# and fails with MaxLoadedAccountsDataSizeExceeded, as on a cluster. LiteSVM takes no fee for it, while a transaction that fails in an
# instruction pays; SIMD-0082 has the first one pay, too. Stating compute units alone isn't enough for a transfer.
# Output seen:
#   nothing stated: MaxLoadedAccountsDataSizeExceeded, 0 lamports taken
#   compute units stated: MaxLoadedAccountsDataSizeExceeded, 0 lamports taken
#   both stated: ok, 1005000 lamports taken
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts litesvm@1.5.0 @solana/kit@8.4.0 typescript@5.9.3
cat >ask.mjs <<'JS'
import * as kit from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

const payer = await kit.generateKeyPairSigner()
const receiver = await kit.generateKeyPairSigner()
const svm = new LiteSVM()
svm.airdrop(payer.address, kit.lamports(10_000_000_000n))
const data = new Uint8Array(12)
const view = new DataView(data.buffer)
view.setUint32(0, 2, true)
view.setBigUint64(4, 1_000_000n, true)
const transfer = {
  programAddress: '11111111111111111111111111111111',
  accounts: [
    { address: payer.address, role: kit.AccountRole.WRITABLE_SIGNER },
    { address: receiver.address, role: kit.AccountRole.WRITABLE },
  ],
  data,
}
async function run(config) {
  const before = svm.getBalance(payer.address)
  const begun = kit.setTransactionMessageConfig(config, kit.createTransactionMessage({ version: 1 }))
  const paid = kit.setTransactionMessageFeePayer(payer.address, begun)
  const message = kit.appendTransactionMessageInstruction(transfer, svm.setTransactionMessageLifetimeUsingLatestBlockhash(paid))
  const result = svm.sendTransaction(await kit.signTransaction([payer.keyPair], kit.compileTransaction(message)))
  const failed = result instanceof FailedTransactionMetadata
  const said = failed ? /err: (\w+)/.exec(String(result))?.[1] : 'ok'
  svm.expireBlockhash()
  return { said, taken: before - svm.getBalance(payer.address) }
}
const expected = [
  ['nothing stated', {}, 'MaxLoadedAccountsDataSizeExceeded', 0n],
  ['compute units stated', { computeUnitLimit: 5_000 }, 'MaxLoadedAccountsDataSizeExceeded', 0n],
  ['both stated', { computeUnitLimit: 5_000, loadedAccountsDataSizeLimit: 100_000 }, 'ok', 1_005_000n],
]
for (const [name, config, wanted, cost] of expected) {
  const { said, taken } = await run(config)
  if (said !== wanted || taken !== cost) throw new Error(`${name}: ${said}, ${taken} lamports taken: it changed`)
  console.log(`${name}: ${said}, ${taken} lamports taken`)
}
JS
node ask.mjs
