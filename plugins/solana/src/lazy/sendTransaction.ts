import { type BaseError, isKernelError, type SubmittedTransaction, wait } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { decodeBase58, encodeBase58 } from '../base58.js'
import type { SolanaNetwork } from '../networks.js'
import type { SendTransactionOptions } from '../signAndSendTransaction.js'
import type { Client } from './client.js'
import { confirmTransaction } from './confirmTransaction.js'
import { readWire } from './readWire.js'

/** A node may be asked before it has seen the block hash that another one gave out. */
const blockhashAttempts = 3

export const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 88 && decodeBase58(value)?.length === 64

/** A transaction that is on its way. `lastValidBlockHeight` is known when its block hash is ours. */
export function submitted(
  { rpc, clock }: Client,
  network: SolanaNetwork,
  id: string,
  lastValidBlockHeight?: number,
): SubmittedTransaction {
  return {
    id,
    ...(lastValidBlockHeight === undefined ? {} : { trail: Promise.resolve(`${lastValidBlockHeight}`) }),
    wait: (signal) =>
      confirmTransaction({ rpc, clock, network, signature: id, lastValidBlockHeight, signal }),
  }
}

/**
 * Sends signed bytes to the network's endpoints. Sending the same bytes again is harmless: they carry their id.
 *
 * A node that does not answer may still have passed them on. Then the transaction counts as sent, and `wait` finds out:
 * reporting a failure would invite a second payment.
 *
 * @throws RpcError what the node said about the transaction, for example `SOLANA_SIMULATION_FAILED`.
 */
export async function sendTransaction(
  client: Client,
  network: SolanaNetwork,
  transaction: Uint8Array,
  options: SendTransactionOptions = {},
): Promise<string> {
  const id = encodeBase58(readWire(transaction).signatures[0] as Uint8Array)
  const encoded = btoa(String.fromCharCode(...transaction))
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.rpc.call(network, {
        method: 'sendTransaction',
        params: [
          encoded,
          { encoding: 'base64', preflightCommitment: network.commitment ?? 'confirmed', ...options },
        ],
        schema: z.string().check(z.refine((answer) => answer === id, 'expected the id of the transaction')),
      })
      return id
    } catch (error) {
      if (!isKernelError(error)) throw error
      if (error.code === 'SOLANA_RPC_UNREACHABLE' || says(error, /already (?:been )?processed/i)) return id
      if (attempt >= blockhashAttempts || !says(error, /blockhash not found/i)) throw error
    }
    await wait(client.clock, 1_000)
  }
}

const says = (error: BaseError, words: RegExp) => error.metaMessages.some((message) => words.test(message))
