#!/usr/bin/env node
// `npm run faults`: every fault of the relay against everything a session does, and every way in which a bundler fails a payment.
// `npm test` has each fault of the relay and each thing a session does, not each with each, and the two bundlers that lose a payment or
// the answer to it.
import { checkNode, ensurePrograms, install, requireChromium, run } from './setup.mjs'

checkNode()
install()
ensurePrograms(['chromium'])

const env = { CHROMIUM_PATH: requireChromium(), FAULTS: 'all' }
const relay = ['plugins/walletconnect/src/faultMatrix.test.ts', 'testkit/src/walletconnect/faults.test.ts']
const codes = [
  await run('vitest', ['run', ...relay], { env, limit: 30 }),
  await run('playwright', ['test', '-c', 'e2e/playwright.config.ts', 'smartAccount.spec.ts'], {
    env,
    limit: 30,
  }),
]
process.exitCode = Math.max(...codes)
