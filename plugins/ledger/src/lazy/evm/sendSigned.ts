import { isKernelError, type LogService } from '@latchkey/kernel/plugin'
import { type Hex, keccak256 } from 'viem'
import * as z from 'zod/mini'
import { nodeRefused } from '../../errors.js'
import type { Ask } from './prepareTransaction.js'

/** What a node says of a transaction that it can’t take, in words that stay true where it took it all the same. */
const plainRefusals: ReadonlySet<string> = new Set([
  'INSUFFICIENT_FUNDS',
  'FEE_CAP_TOO_LOW',
  'FEE_CAP_TOO_HIGH',
  'TIP_ABOVE_FEE_CAP',
  'NONCE_TOO_LOW',
  'NONCE_MAX_VALUE',
  'GAS_TOO_LOW',
  'GAS_TOO_HIGH',
  'TRANSACTION_TYPE_NOT_SUPPORTED',
])

const found = z.object({ hash: z.string() })

/**
 * Hands a signed transaction over. Where the answer is lost it's handed over once more, which can't pay twice. Whatever the node
 * answers, whether it knows the transaction decides: it may have kept what it says it refused.
 *
 * @returns the transaction's own hash
 * @throws RpcError for a refusal by one of `plainRefusals`, LedgerError `LEDGER_NODE_REFUSED` for any other fault; never a rejection
 *   by the person, who has signed
 */
export async function sendSigned(ask: Ask, log: LogService, signed: Hex): Promise<Hex> {
  const hash = keccak256(signed)
  try {
    await handOver(ask, signed)
    return hash
  } catch (error) {
    if (await isKnown(ask, log, hash)) return hash
    if (isKernelError(error) && plainRefusals.has(error.code)) throw error
    log.warn('The node didn’t accept a transaction that a Ledger signed.', error)
    throw nodeRefused()
  }
}

async function handOver(ask: Ask, signed: Hex): Promise<void> {
  try {
    await ask('eth_sendRawTransaction', [signed])
  } catch (error) {
    if (isKernelError(error) && error.rpcCode !== undefined) throw error
    await ask('eth_sendRawTransaction', [signed])
  }
}

async function isKnown(ask: Ask, log: LogService, hash: Hex): Promise<boolean> {
  try {
    const answer = found.safeParse(await ask('eth_getTransactionByHash', [hash]))
    return answer.success && answer.data.hash.toLowerCase() === hash
  } catch (error) {
    log.warn('The node couldn’t be asked for a transaction that a Ledger signed.', error)
    return false
  }
}
