// Packages that ship alone can't share a list. What each of them says of the versions of Solana transactions is held together here.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { newestVersion } from '../plugins/solana/src/lazy/transactionVersions.js'
import { root } from './workspace.js'

/** Files of the product, without tests and without what stands in for nodes. */
const sources = ['plugins', 'services'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(
      (path) => /^[^/]+\/[^/]+\/src\//.test(path) && !/node_modules|\/(?:test|testing|fixtures)\//.test(path),
    ),
)

const found = (pattern: RegExp) =>
  sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map((match) => `${path}: ${match[1]}`),
  )

it('nodes are asked for the newest version that is read, everywhere alike', () => {
  expect(found(/maxSupportedTransactionVersion: (\w+)/g).sort()).toEqual([
    'plugins/pay/src/server/chains/solanaPayments.ts: newestVersion',
    'plugins/solana/src/lazy/history/createHistoryReader.ts: newestVersion',
    'plugins/solana/src/lazy/waitAndCompare.ts: newestVersion',
    'services/wallet-data/src/chains/solana/solanaChain.ts: newestVersion',
  ])
  expect(found(/^const newestVersion = (\d+)$/gm)).toEqual([
    `plugins/pay/src/server/chains/solanaPayments.ts: ${newestVersion}`,
    `services/wallet-data/src/chains/solana/solanaChain.ts: ${newestVersion}`,
  ])
})

it('a list of versions stands only where a signer says what it signs', () => {
  expect(found(/(\[\s*'legacy',\s*0[^\]]*\])/g).sort()).toEqual([
    "plugins/email-auth/src/protocol/solanaTransactions.ts: ['legacy', 0, 1]",
    "plugins/ledger/src/lazy/solana/signTransaction.ts: ['legacy', 0]",
    "plugins/solana/src/lazy/send/signingVersion.ts: ['legacy', 0]",
    "plugins/solana/src/lazy/transactionVersions.ts: ['legacy', 0]",
  ])
})
