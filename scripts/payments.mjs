#!/usr/bin/env node
// `npm run payments`: a thousand generated bills, paid by the plugin with real keys on the local nodes of four chains. The receiver's
// balance on the node and the shop's verifier tell whether each was paid to the last unit. In `npm test` three chains get one each.
// PAYMENTS_ROUNDS says how many for each chain; `npm run payments -- Polkadot` takes one chain: EVM, Solana, Bitcoin or Polkadot.
import { readCount } from './readCount.mjs'
import { checkNode, install, run } from './setup.mjs'

const rounds = readCount('PAYMENTS_ROUNDS', 250)
const [chain, ...more] = process.argv.slice(2)
const known = ['EVM', 'Solana', 'Bitcoin', 'Polkadot']
if ((chain !== undefined && !known.includes(chain)) || more.length > 0) {
  const found = [chain, ...more].join(' ')
  console.error(`Expected one of ${known.join(', ')}, and found "${found}". (SCRIPT_WORD_UNKNOWN)`)
  process.exit(2)
}
checkNode()
install()

const started = Date.now()
const file = 'plugins/pay/src/generatedPayments.attack.test.ts'
const env = { PAYMENTS_ROUNDS: String(rounds) }
const only = chain === undefined ? [] : ['-t', chain]
process.exitCode = await run('vitest', ['run', file, '--project', 'node', ...only], { env, limit: 120 })
const seconds = Math.round((Date.now() - started) / 1000)
if (process.exitCode === 0)
  console.log(
    `${((chain === undefined ? 4 : 1) * rounds).toLocaleString('en')} payments in ${seconds} s, each exact to the last unit.`,
  )
