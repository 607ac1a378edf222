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
  readonly commitment?: 'confirmed' | 'finalized' | undefined
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
    slot: z.optional(z.number().check(z.int(), z.gte(0))),
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
const whole = z.number().check(z.int(), z.gte(0))
const found = z.array(z.object({ signature: z.string(), err: z.unknown() }))

/** Only balances before and after are read: instructions of any program could claim what they like. */
const hint =
  'A payer that swaps into the asset, or closes an account of its own, in the same transaction isn’t found.'

/** The newest version of transaction whose answers are read: 1 is SIMD-0385, on the main network since 2026-09-15. */
const newestVersion = 1
const tooNew = Symbol('too new')

const askFor = (ask: NodeRpc, transaction: string, commitment: string): Promise<unknown> =>
  ask('getTransaction', [
    transaction,
    { encoding: 'json', commitment, maxSupportedTransactionVersion: newestVersion },
  ]).catch(orTooNew)

/** Nodes refuse to tell of transactions of a newer version than was asked for. A host's own `NodeRpc` may throw what it likes. */
function orTooNew(error: unknown): typeof tooNew {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code === -32_015 || /Transaction version \(\d+\) is not supported/.test(String(message))) return tooNew
  throw error
}

const unreadable = (transaction: string) =>
  `Transaction ${transaction} is of a newer version than this release can read, and may have paid the bill. Look at it in an explorer, and upgrade the plugin.`

/** An address or a signature of this length at most, in base58. */
const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** Payments on one Solana cluster: of SOL, and of tokens of both token programs. */
export function solanaPayments(options: SolanaPaymentsOptions): PaymentChain & SolanaReferences {
  const { networkId, commitment = 'finalized' } = options
  const ask = typeof options.url === 'string' ? httpRpc(options.url) : options.url

  return {
    supports: (id) => id === networkId,
    isSameAddress: (left, right) => left === right,
    hasLost: (block) => hasLost(ask, block),
    async find({ bill, token }, transaction) {
      if (!base58.test(transaction) || transaction.length < 64 || transaction.length > 88) {
        return refuse('TRANSACTION_MALFORMED', 'Expected a signature: 64 bytes in base58.')
      }
      await checkNetwork(ask, networkId)
      const told = await askFor(ask, transaction, commitment)
      if (told === tooNew) return refuse('TRANSACTION_UNREADABLE', unreadable(transaction))
      const answer = z.parse(schema, told)
      if (!answer) {
        return refuse('TRANSACTION_UNKNOWN', `The cluster has no ${commitment} transaction ${transaction}.`)
      }
      const { meta, transaction: signed, blockTime, slot } = answer
      if (meta.err !== null && meta.err !== undefined) {
        return refuse(
          'TRANSACTION_FAILED',
          `Transaction ${transaction} failed on the chain and moved nothing.`,
        )
      }
      if (typeof blockTime !== 'number') throw new Error('it told no time of the block')
      const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
      const keys = [...signed.message.accountKeys, ...writable, ...readonly]
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
        ...(slot === undefined ? {} : { block: String(slot) }),
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

async function checkNetwork(ask: NodeRpc, networkId: string): Promise<void> {
  const genesis = z.parse(z.string(), await ask('getGenesisHash', []))
  const told = `solana:${genesis.slice(0, 32)}`
  if (told !== networkId) throw new Error(`it is of ${told}`)
}

/** A slot that the cluster has decided, and that the node still knows, either has its block or never will. */
async function hasLost(ask: NodeRpc, block: string): Promise<boolean> {
  if (!/^\d{1,15}$/.test(block)) return false
  const slot = Number(block)
  const [newest, oldest] = await Promise.all([
    ask('getSlot', [{ commitment: 'finalized' }]),
    ask('getFirstAvailableBlock', []),
  ])
  if (z.parse(whole, newest) < slot || z.parse(whole, oldest) > slot) return false
  const blocks = await ask('getBlocks', [slot, slot, { commitment: 'finalized' }])
  return z.parse(z.array(whole), blocks).length === 0
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
