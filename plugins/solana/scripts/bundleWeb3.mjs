import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleParts } from '../../../scripts/bundleParts.mjs'

await bundleParts({
  folder: dirname(dirname(fileURLToPath(import.meta.url))),
  output: 'web3',
  code: `export {
    ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction, TransactionMessage, VersionedTransaction,
  } from '@solana/web3.js'`,
  // What `Connection` talks with.
  drop: ['rpc-websockets', 'jayson', 'node-fetch', 'agentkeepalive', 'fast-stable-stringify'],
  stated: { 'text-encoding-utf-8': 'Unlicense' },
})
