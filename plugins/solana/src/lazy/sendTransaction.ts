import { type BaseError, type HttpStatusError, isKernelError, wait } from '@latchkey/kernel/plugin'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { decodeBase58, encodeBase58 } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
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
 * A node that does not answer may still have passed them on. Then the transaction counts as sent, whatever another node
 * says of it, and `wait` finds out: reporting a failure would invite a second payment.
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
  let mayBeTaken = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.rpc.call(network, {
        method: 'sendTransaction',
        params: [
          encoded,
          { encoding: 'base64', preflightCommitment: network.commitment ?? 'confirmed', ...options },
        ],
        schema: z.string().check(z.refine((answer) => answer === id, 'expected the id of the transaction')),
        onFault: (fault) => {
          mayBeTaken ||= isSilence(fault)
        },
      })
      return id
    } catch (error) {
      if (!isKernelError(error)) throw error
      const isTaken = error.code === 'SOLANA_RPC_UNREACHABLE' || says(error, /already (?:been )?processed/i)
      if (isTaken || mayBeTaken) return id
      if (attempt >= blockhashAttempts || !says(error, /blockhash not found/i)) throw error
    }
    await wait(client.clock, 1_000)
  }
}

/** Faults after which nobody knows whether the node took what it was sent. */
const silences: readonly string[] = [
  'HTTP_TIMEOUT',
  'HTTP_UNREACHABLE',
  'HTTP_NOT_JSON',
  'INVALID_DATA',
  'RPC_INTERNAL',
]

function isSilence(fault: unknown): boolean {
  if (isKernelError(fault, 'HTTP_STATUS')) return (fault as HttpStatusError).status >= 500
  return isKernelError(fault) && silences.includes(fault.code)
}

const says = (error: BaseError, words: RegExp) => error.metaMessages.some((message) => words.test(message))
