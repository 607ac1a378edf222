import { hashMessage, type Hex, hexToBytes, serializeSignature } from 'viem'
import { concat, pathBytes, uint32 } from '../bytes.js'
import type { LedgerApp } from '../openLedger.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import { chunkPayload } from './chunkPayload.js'
import { readSignature } from './readSignature.js'
import { signStream } from './signStream.js'

/** SIGN ETH PERSONAL MESSAGE */
const instruction = 0x08

/** Signs bytes as a message (EIP-191, version 0x45). */
export async function signMessage(app: LedgerApp, account: LedgerAccount, message: Hex): Promise<Hex> {
  const bytes = hexToBytes(message)
  const payload = concat(pathBytes(account.path), uint32(bytes.length), bytes)
  const answer = await signStream(app, instruction, chunkPayload(payload))
  return serializeSignature(await readSignature(answer, hashMessage({ raw: bytes }), account.address))
}
