#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { backUpDatabase, ServiceSetupError } from '@latchkey/service-kit'
import { environmentHelp, readEnvironment } from './readEnvironment.js'
import { startWalletData } from './startWalletData.js'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Serves until interrupted, and says what can be set. */
async function main([command = 'serve', path]: readonly string[]): Promise<void> {
  if (command === 'backup' && path) {
    await backUpDatabase(process.env['LATCHKEY_DATABASE'] ?? './wallet-data.db', path)
    say(`Copied the database to ${path}.`)
    return
  }
  if (command !== 'serve') {
    say('latchkey-wallet-data [serve]         serves until interrupted')
    say('latchkey-wallet-data backup <file>   copies the embedded database while the service runs')
    for (const line of environmentHelp) say(`  ${line}`)
    return
  }
  const options = await readEnvironment(process.env, (file) => readFile(file, 'utf8'))
  const service = await startWalletData(options)
  say(`Wallet data of ${service.networkIds.join(', ')}: ${service.url}`)
  const stop = () => void service.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const text = error instanceof ServiceSetupError ? error.message : String((error as Error).stack ?? error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
