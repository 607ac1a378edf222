#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { backUpDatabase, ServiceSetupError } from '@latchkey/service-kit'
import { createKeyFile } from './envelope/fileKeys.js'
import { environmentHelp, readEnvironment } from './readEnvironment.js'
import { startEmbeddedWallet } from './startEmbeddedWallet.js'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Serves until interrupted; writes a key file; opens a recovery kit; and says what can be set. */
async function main([command = 'serve', path]: readonly string[]): Promise<void> {
  if (command === 'key' && path) {
    await createKeyFile(path)
    say(`Key file ${path}. Keep a copy in a safe place: without it, no wallet's server share can be read.`)
  } else if (command === 'backup' && path) {
    await backUpDatabase(process.env['LATCHKEY_DATABASE'] ?? './wallet.db', path)
    say(`Copied the database to ${path}. Keep it apart from the key file.`)
  } else if (command === 'recover' && path) {
    await recover(path)
  } else if (command === 'sentences') {
    say(await listSentences(path))
  } else if (command === 'serve') {
    const options = await readEnvironment(process.env, (file) => readFile(file, 'utf8'))
    const service = await startEmbeddedWallet(options)
    say(`Embedded wallet service for ${service.url}, listening on ${options.host}:${options.port}`)
    const stop = () => void service.stop().then(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } else {
    say('latchkey-embedded-wallet [serve]         serves until interrupted')
    say('latchkey-embedded-wallet key <file>      writes a key file')
    say('latchkey-embedded-wallet backup <file>   copies the embedded database while the service runs')
    say('latchkey-embedded-wallet recover <kit>   opens a wallet from its recovery kit, offline')
    say(
      'latchkey-embedded-wallet sentences [file]  prints what can be translated, with the translations of a file',
    )
    for (const line of environmentHelp) say(`  ${line}`)
  }
}

/** The sentences of this version as JSON, to be translated. Those that the file translates stay translated. */
async function listSentences(path: string | undefined): Promise<string> {
  const sentences = JSON.parse(
    await readFile(new URL('../assets/sentences.json', import.meta.url), 'utf8'),
  ) as readonly string[]
  const given =
    path === undefined ? {} : (JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>)
  const listed = sentences.map((one) => [one, Object.hasOwn(given, one) ? given[one] : ''] as const)
  return JSON.stringify(Object.fromEntries(listed), null, 2)
}

/** For when the service is gone: the kit and the code make the key, without a network. */
async function recover(path: string): Promise<void> {
  const { openRecoveryKit } = await import('./keys/recoveryKit.js')
  process.stderr.write('Recovery code: ')
  const lines = createInterface({ input: process.stdin })
  const { value: code = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  const { addresses, words, evmPrivateKey, smartOwnerPrivateKey, solanaPrivateKey } = await openRecoveryKit(
    await readFile(path, 'utf8'),
    code,
  )
  say(`Ethereum ${addresses.evm}\nSolana   ${addresses.solana}\n`)
  say(
    `Words: ${words}\n\nEthereum private key: ${evmPrivateKey}\nSmart account’s owner: ${smartOwnerPrivateKey}\nSolana private key:   ${solanaPrivateKey}`,
  )
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isOurs = error instanceof ServiceSetupError || (error as { code?: string }).code === 'recovery_failed'
  const text = isOurs ? (error as Error).message : String((error as Error).stack ?? error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
