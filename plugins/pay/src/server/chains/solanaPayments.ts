import * as z from 'zod/mini'
import { httpRpc, type NodeRpc } from '../node/httpRpc.js'
import type { PaymentChain } from '../PaymentChain.js'
import { refuse } from '../Refusal.js'

export interface SolanaPaymentsOptions {
  /** CAIP-2: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly networkId: string
  /** JSON-RPC of a node that is trusted. */
  readonly url: string | NodeRpc
  /** How sure the cluster must be. Default `finalized`. */
  readonly commitment?: 'confirmed' | 'finalized'
}

/** Whole numbers of 16 digits and more come as text, so that none is rounded. */
const units = z.pipe(
  z.union([z.number().check(z.int(), z.gte(0)), z.string().check(z.regex(/^\d{1,40}$/))]),
  z.transform((value) => BigInt(value)),
)
const tokenBalances = z.nullish(
  z.array(
    z.object({
      accountIndex: z.number(),
      mint: z.string(),
      owner: z.optional(z.string()),
      uiTokenAmount: z.object({ amount: units }),
    }),
  ),
)
const schema = z.nullable(
  z.object({
    blockTime: z.nullish(z.number()),
    transaction: z.object({
      message: z.object({
        accountKeys: z.array(z.string()),
      }),
    }),
    meta: z.object({
      err: z.unknown(),
      preBalances: z.array(units),
      postBalances: z.array(units),
      preTokenBalances: tokenBalances,
      postTokenBalances: tokenBalances,
      loadedAddresses: z.nullish(z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) })),
    }),
  }),
)
type Answer = NonNullable<z.output<typeof schema>>
type Meta = Answer['meta']
const found = z.array(z.object({ signature: z.string(), err: z.unknown() }))

/** Only balances before and after are read: instructions of any program could claim what they like. */
const hint =
  'A payer that swaps into the asset, or closes an account of its own, in the same transaction isn’t found.'

/** An address or a signature of this length at most, in base58. */
const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** Payments on one Solana cluster: of SOL, and of tokens of both token programs. */
export function solanaPayments(options: SolanaPaymentsOptions): PaymentChain & SolanaReferences {
  const { networkId, commitment = 'finalized' } = options
  const ask = typeof options.url === 'string' ? httpRpc(options.url) : options.url

  return {
    supports: (id) => id === networkId,
    isSameAddress: (left, right) => left === right,
    async find({ bill, token }, transaction) {
      if (!base58.test(transaction) || transaction.length < 64 || transaction.length > 88) {
        return refuse('TRANSACTION_MALFORMED', 'Expected a signature: 64 bytes in base58.')
      }
      const genesis = z.parse(z.string(), await ask('getGenesisHash', []))
      if (`solana:${genesis.slice(0, 32)}` !== networkId)
        throw new Error(`it is of solana:${genesis.slice(0, 32)}`)
      const request = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }
      const answer = z.parse(schema, await ask('getTransaction', [transaction, request]))
      if (!answer) {
        return refuse('TRANSACTION_UNKNOWN', `The cluster has no ${commitment} transaction ${transaction}.`)
      }
      const { meta, transaction: signed, blockTime } = answer
      if (meta.err !== null && meta.err !== undefined) {
        return refuse(
          'TRANSACTION_FAILED',
          `Transaction ${transaction} failed on the chain and moved nothing.`,
        )
      }
      if (typeof blockTime !== 'number') throw new Error('it told no time of the block')
      const own = signed.message.accountKeys
      const keys = [
        ...own,
        ...(meta.loadedAddresses?.writable ?? []),
        ...(meta.loadedAddresses?.readonly ?? []),
      ]
      const missing = [bill.reference ?? []].flat().find((reference) => !keys.includes(reference))
      if (missing !== undefined) {
        return refuse('REFERENCE_MISSING', `Transaction ${transaction} doesn't name ${missing}.`)
      }
      const coins = (owner: string) => coinChange(meta, keys.indexOf(owner))
      const tokens = (owner: string, mint?: string) => tokenChange(meta, owner, mint)
      const gain = (owner: string) => (token === undefined ? coins(owner) : tokens(owner, token))
      const received = gain(bill.receiver)
      const hasOther = coins(bill.receiver) > 0n || tokens(bill.receiver) > 0n
      // A signer may have paid only the fee. Payers are the accounts whose balance fell by at least the amount.
      const owners = token === undefined ? keys : ownersOf(meta)
      const payers = [...new Set(owners)].filter((owner) => gain(owner) <= -received)
      return {
        ok: true,
        transaction,
        // no money: milliseconds
        time: blockTime * 1000,
        transfers: received > 0n ? [{ key: transaction, units: received, payers, hint }] : [],
        instead: hasOther ? 'asset' : 'receiver',
      }
    },
    async findByReference(reference) {
      const answer = await ask('getSignaturesForAddress', [reference, { limit: 100, commitment }])
      return z.parse(found, answer).flatMap(({ signature, err }) => (err === null ? signature : []))
    },
  }
}

/** Finds what no page reported: the payment of a scanned code. */
export interface SolanaReferences {
  /**
   * Signatures of transactions that name a reference key of Solana Pay, newest first. Anybody can name it: have each
   * verified.
   */
  findByReference(reference: string): Promise<readonly string[]>
}

/** What an account has got of the coin, all in all. */
function coinChange({ preBalances, postBalances }: Meta, index: number): bigint {
  if (index < 0) return 0n
  return (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n)
}

const ownersOf = ({ preTokenBalances }: Meta): readonly string[] =>
  (preTokenBalances ?? []).flatMap(({ owner }) => owner ?? [])

/** What an owner has got of a mint, or of any, all in all. */
function tokenChange(meta: Meta, owner: string, mint?: string): bigint {
  const sum = (balances: Meta['preTokenBalances']) =>
    (balances ?? [])
      .filter((balance) => balance.owner === owner && (mint === undefined || balance.mint === mint))
      .reduce((total, balance) => total + balance.uiTokenAmount.amount, 0n)
  return sum(meta.postTokenBalances) - sum(meta.preTokenBalances)
}
