import { isKernelError } from '@latchkey/kernel/plugin'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { decodeBase58 } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import type { SolanaNetwork } from '../networks.js'
import { isSameWork } from './checkInstructions.js'
import type { Client } from './client.js'
import { undecided } from './confirmTransaction.js'
import { readWire, type WireTransaction } from './readWire.js'
import { newestVersion } from './transactionVersions.js'
import { verifySignature } from './verifySignature.js'

interface Sent {
  readonly client: Client
  readonly network: SolanaNetwork
  readonly wallet: string
  /** What the wallet was asked to send. */
  readonly transaction: Uint8Array
  readonly sent: SubmittedTransaction
  readonly signal?: AbortSignal | undefined
}

const found = z.nullable(z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) }))

/** Whether an id is the account's signature of the very transaction it was given. */
export function isSignatureOf(address: string, transaction: Uint8Array, id: string): boolean {
  return verifySignature(address, readWire(transaction).message, decodeBase58(id) ?? new Uint8Array())
}

/**
 * Waits, and looks at what the network holds under the id: a wallet that sends by itself may have changed what it was
 * given, or name another transaction. Where nothing comes of the id that it named, something else may have been sent.
 *
 * @throws NetworkError `TRANSACTION_UNDECIDED` when the network never held anything under the id.
 */
export async function waitAndCompare(options: Sent): ReturnType<SubmittedTransaction['wait']> {
  const { client, network, wallet, transaction, sent, signal } = options
  const decision = await sent.wait(signal)
  if (decision.status === 'failed' && decision.code === 'TRANSACTION_EXPIRED') throw undecided(network)
  const answer = await client.rpc
    .call(network, {
      method: 'getTransaction',
      params: [
        sent.id,
        {
          encoding: 'base64',
          commitment: network.commitment === 'finalized' ? 'finalized' : 'confirmed',
          maxSupportedTransactionVersion: newestVersion,
        },
      ],
      schema: found,
      signal,
    })
    .catch((error: unknown) => {
      // Of a newer version than any that was asked for.
      if (isKernelError(error, 'SOLANA_VERSION_UNSUPPORTED')) return null
      throw error
    })
  const wire = answer && readFound(answer.transaction[0])
  if (wire && isSameWork(readWire(transaction), wire)) return decision
  return {
    status: 'failed',
    outcome: 'different',
    code: 'TRANSACTION_OTHER',
    parameters: { wallet },
    reason: `${wallet} sent another transaction than the one that was shown. Look in the wallet before you send again.`,
  }
}

function readFound(text: string): WireTransaction | undefined {
  try {
    return readWire(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
