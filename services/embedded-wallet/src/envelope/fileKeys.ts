import { createHash, hkdfSync } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { ServiceSetupError } from '@latchkey/service-kit'
import { decryptBytes, encryptBytes } from './authenticated.js'
import type { KeyManagement } from './keyManagement.js'

/**
 * Keys from a file: one line of base64 for each key of 32 bytes. The first wraps what is new, all of them unwrap: to change
 * the key, put a new line first. Losing the last line makes codes that are under way and rates start again, nothing more;
 * losing a line that wrapped shares loses these shares.
 *
 * @throws ServiceSetupError KEY_UNAVAILABLE
 */
export async function openFileKeys(path: string): Promise<KeyManagement> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw unavailable(path, 'it could not be read', cause)
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const keys = new Map(lines.map((line) => readKey(path, line)))
  const [current] = keys
  const [oldest] = [...keys.values()].slice(-1)
  if (!current || !oldest) throw unavailable(path, 'it is empty')
  const [currentId, currentKey] = current
  return {
    wrap: async (key, context) => ({ keyId: currentId, wrapped: encryptBytes(currentKey, key, context) }),
    async unwrap(keyId, wrapped, context) {
      const key = keys.get(keyId)
      if (!key) throw unavailable(path, `it does not hold the key ${keyId}, which wrapped what is stored`)
      return decryptBytes(key, wrapped, context)
    },
    derive: async (purpose) => new Uint8Array(hkdfSync('sha256', oldest, '', `latchkey/${purpose}`, 32)),
  }
}

/** Writes a file with one new key that only its owner can read. Leaves a file that is there alone. */
export async function createKeyFile(path: string): Promise<void> {
  await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    },
  )
  await chmod(path, 0o600)
}

function readKey(path: string, line: string): [string, Uint8Array] {
  const key = Buffer.from(line.trim(), 'base64')
  if (key.length !== 32 || key.toString('base64') !== line.trim()) {
    throw unavailable(path, 'a line is no base64 of 32 bytes')
  }
  return [createHash('sha256').update('latchkey/key-id').update(key).digest('hex').slice(0, 16), key]
}

const unavailable = (path: string, why: string, cause?: unknown) =>
  new ServiceSetupError(
    'KEY_UNAVAILABLE',
    `The key file ${path} cannot be used: ${why}. Each line must be the base64 of 32 random bytes; "latchkey-embedded-wallet key ${path}" writes one.`,
    { cause },
  )
