#!/usr/bin/env node
// `npm run attack`: every `*.attack.test.ts(x)`, with many times the rounds they have in `npm test`.
// `npm run attack -- -t UniSat` takes only tests of that name. ATTACK_ROUNDS says how many times; 20 unless told.
import { checkNode, ensurePrograms, install, requireChromium, run } from './setup.mjs'

checkNode()
install()
ensurePrograms(['chromium'])

const env = {
  CHROMIUM_PATH: requireChromium(),
  ATTACK_ROUNDS: process.env.ATTACK_ROUNDS ?? '20',
}
// Many rounds take many times as long, and one file after the other leaves the machine to each.
const patience = ['--testTimeout=1800000', '--no-file-parallelism']
const words = process.argv.slice(2)
process.exitCode = await run('vitest', ['run', ...patience, '.attack.test.', ...words], { env, limit: 120 })
