import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  createRecoveryCode,
  createWallet,
  type DeviceRecord,
  deriveKeys,
  wordsOf,
  writeRecoveryKit,
} from './index.js'

const folder = fileURLToPath(new URL('../..', import.meta.url))

/** The command as a person starts it, with the code typed. */
const recover = (kit: string, code: string) =>
  new Promise<{ failed: boolean; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'src/cli.ts', 'recover', kit],
      { cwd: folder },
      (failure, out, error) => resolve({ failed: failure !== null, out, error }),
    )
    child.stdin?.end(`${code}\n`)
  })

test('a wallet opens from its kit and code when the service is gone', async () => {
  let record: DeviceRecord | undefined
  const store = {
    list: async () => [],
    put: async (made: DeviceRecord) => {
      record = made
    },
    hold: async () => {},
    remove: async () => {},
  }
  const server = { create: async () => {} } as never
  const code = createRecoveryCode()
  const entropy = await createWallet({ server, store }, { kind: 'code', code })
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-kit-'))
  const kit = join(directory, 'kit.json')
  await writeFile(kit, writeRecoveryKit(record as DeviceRecord))
  const opened = await recover(kit, code.toLowerCase())
  expect(opened.out).toContain(wordsOf(entropy))
  expect(opened.out).toContain(deriveKeys(entropy).evm)
  const wrong = await recover(kit, createRecoveryCode())
  expect(wrong).toMatchObject({
    failed: true,
    out: '',
    error: expect.stringContaining("doesn't open the wallet's backup"),
  })
  await rm(directory, { recursive: true })
})
