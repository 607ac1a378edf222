#!/usr/bin/env node
// `npm run attack`: every `*.attack.test.ts(x)`, with many times the rounds they have in `npm test`.
// `npm run attack -- -t UniSat` takes only tests of that name. ATTACK_ROUNDS says how many times; 20 unless told.
// ATTACK_SECONDS ends the rounds of one property after that time, so that the whole run takes at most some 20 minutes
// on two busy cores; 15 unless told. Lives of wallets take no notice of either: they are 20,000 orders of events a chain, some 20
// minutes more. So are the lives of payments, 20,000 over the seven features that ask a wallet for one.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNode, ensurePrograms, install, requireChromium, run } from './setup.mjs'

checkNode()
install()
ensurePrograms(['chromium', 'litecoind', 'postgresql', 'redis-server'])

const env = {
  CHROMIUM_PATH: requireChromium(),
  ATTACK_ROUNDS: process.env.ATTACK_ROUNDS ?? '20',
  ATTACK_SECONDS: process.env.ATTACK_SECONDS ?? '15',
  // Of seven features: 20,000 and more together.
  PAYMENT_LIVES: process.env.PAYMENT_LIVES ?? '2900',
}
const folder = mkdtempSync(join(tmpdir(), 'attack-'))
const report = join(folder, 'report.json')
// One test that hangs costs itself, not the run: each ends after five minutes, whatever it does.
const bounds = ['--testTimeout=300000', '--maxWorkers=2', '--silent=passed-only']
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const words = process.argv.slice(2)
const code = await run(
  'vitest',
  ['run', ...bounds, ...reporters, '.attack.test.', 'paymentLives.test.', ...words],
  {
    env,
    limit: 120,
  },
)
process.exitCode = printResult() ? code : 1
rmSync(folder, { recursive: true })

/** The closing line, which counts a file that could not be run as failed. Returns whether there is a result at all. */
function printResult() {
  if (!existsSync(report)) {
    console.error('\nThe attacks did not run to their end, so that there is no result.')
    return false
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  }).length
  console.log(`\n${numPassedTests} passed, ${numFailedTests + broken} failed`)
  return true
}
