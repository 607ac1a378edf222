// One place gives a wallet what moves money, so that one place checks account and network first.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))

it('asks a wallet for money in one file, and passes on what is asked in another', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const calling = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(calling(/handOver\(/).sort()).toEqual([
    'sdk/calls/createBundle.ts',
    'sdk/replace/submitReplacement.ts',
    'sdk/send/handOver.ts',
    'sdk/send/sendTransaction.ts',
  ])
  expect(calling(/ask\([^)]*(?:eth_sendTransaction|eth_sendRawTransaction|wallet_sendCalls)/)).toEqual([
    // Passes an app's requests on to a wallet, and checks account and network itself.
    'wallet-calls/sendOne.ts',
  ])
  // Files in connect/ are the wallet's side: they pass on what it is asked.
  const naming = calling(/'(?:eth_sendTransaction|wallet_sendCalls)'/).filter((path) =>
    path.startsWith('sdk/'),
  )
  expect(naming.sort()).toEqual([
    'sdk/calls/createBundle.ts',
    // Does not repeat it.
    'sdk/failover.ts',
    'sdk/replace/submitReplacement.ts',
    'sdk/send/handOver.ts',
    'sdk/send/sendTransaction.ts',
  ])
})
