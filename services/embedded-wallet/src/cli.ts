#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { createKeyFile } from './envelope/fileKeys.js'
import { environmentHelp, readEnvironment } from './readEnvironment.js'
import { ServiceSetupError } from './serviceError.js'
import { startEmbeddedWallet } from './startEmbeddedWallet.js'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `latchkey-embedded-wallet` serves until interrupted; `key <file>` writes a key file; `help` says what can be set. */
async function main([command = 'serve', path]: readonly string[]): Promise<void> {
  if (command === 'key' && path) {
    await createKeyFile(path)
    say(`Key file ${path}. Keep a copy in a safe place: without it, no wallet's server share can be read.`)
  } else if (command === 'serve') {
    const options = await readEnvironment(process.env, (file) => readFile(file, 'utf8'))
    const service = await startEmbeddedWallet(options)
    say(`Embedded wallet service for ${service.url}, listening on ${options.host}:${options.port}`)
    const stop = () => void service.stop().then(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } else {
    say('latchkey-embedded-wallet [serve]       serves until interrupted')
    say('latchkey-embedded-wallet key <file>    writes a key file')
    for (const line of environmentHelp) say(`  ${line}`)
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const text = error instanceof ServiceSetupError ? error.message : String((error as Error).stack ?? error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
