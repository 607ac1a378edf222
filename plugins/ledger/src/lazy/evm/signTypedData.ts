import { isKernelError } from '@latchkey/kernel/plugin'
import { type Hex, hexToBytes, serializeSignature } from 'viem'
import { concat, pathBytes } from '../bytes.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import type { LedgerApp } from '../openLedger.js'
import { readSignature } from './readSignature.js'
import { streamTypedData } from './streamTypedData.js'
import { hashesOf, type TypedData } from './typedData.js'

/** SIGN ETH EIP 712 */
const instruction = 0x0c
const byHashes = 0x00
const byFields = 0x01
/** The device counts items of a list, and structs, in one byte. */
const listLimit = 255

/**
 * Signs structured data (EIP-712). The device is given all of it and shows each field; one that can't is given two hashes.
 *
 * @param onHashes Called before the device is given the hashes.
 */
export async function signTypedData(
  app: LedgerApp,
  account: LedgerAccount,
  data: TypedData,
  onHashes: () => void,
): Promise<Hex> {
  const hashes = hashesOf(data)
  const path = pathBytes(account.path)
  const isStreamed = !hasLongList(data.message) && (await tryStreaming(app, data))
  if (!isStreamed) onHashes()
  const answer = isStreamed
    ? await app.ask(instruction, path, { p2: byFields, isPatient: true })
    : await app.ask(instruction, concat(path, hexToBytes(hashes.domain), hexToBytes(hashes.message)), {
        p2: byHashes,
        isPatient: true,
      })
  return serializeSignature(await readSignature(answer, hashes.whole, account.address))
}

async function tryStreaming(app: LedgerApp, data: TypedData): Promise<boolean> {
  try {
    await streamTypedData(app, data)
    return true
  } catch (error) {
    if (isKernelError(error, 'LEDGER_APP_OUTDATED')) return false
    throw error
  }
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value) && value.length > listLimit) return true
  return Object.values(value).some(hasLongList)
}
