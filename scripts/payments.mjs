#!/usr/bin/env node
// `npm run payments`: a thousand generated bills, paid by the plugin with real keys on the local nodes of four chains. The receiver's
// balance on the node and the shop's verifier tell whether each was paid to the last unit. In `npm test` three chains get one each.
// PAYMENTS_ROUNDS says how many for each chain.
import { checkNode, install, run } from './setup.mjs'

checkNode()
install()

const rounds = Number(process.env.PAYMENTS_ROUNDS ?? 250)
const started = Date.now()
const file = 'plugins/pay/src/generatedPayments.attack.test.ts'
const env = { PAYMENTS_ROUNDS: String(rounds) }
process.exitCode = await run('vitest', ['run', file, '--project', 'node'], { env, limit: 120 })
const seconds = Math.round((Date.now() - started) / 1000)
if (process.exitCode === 0)
  console.log(`${(4 * rounds).toLocaleString('en')} payments in ${seconds} s, each exact to the last unit.`)
