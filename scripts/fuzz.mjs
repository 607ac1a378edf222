#!/usr/bin/env node
// `npm run fuzz`: a million messages to both ends of the protocol between an app and the wallet's frame, half of them to each.
// FUZZ_MESSAGES says how many, in steps of 50,000; in `npm test` each end gets 25,000.
import { readCount } from './readCount.mjs'
import { checkNode, install, run } from './setup.mjs'

const messages = readCount('FUZZ_MESSAGES', 1_000_000, 50_000)
checkNode()
install()

const env = { ATTACK_ROUNDS: String(messages / 50_000), ATTACK_SECONDS: '0' }
const started = Date.now()
const words = ['--project', 'node', '--testTimeout=3000000', '-t', 'a million messages']
const file = 'plugins/email-auth/src/protocol/frame.attack.test.ts'
process.exitCode = await run('vitest', ['run', file, ...words], { env, limit: 60 })
const seconds = Math.round((Date.now() - started) / 1000)
if (process.exitCode === 0)
  console.log(`${messages.toLocaleString('en')} messages in ${seconds} s: no crash, no hang.`)
