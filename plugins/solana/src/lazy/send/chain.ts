import { isKernelError } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import type { SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import type { RpcCall } from '../rpc.js'
import { lamports } from '../rpcSchemas.js'

export interface ChainAccount {
  readonly lamports: bigint
  /** The program that owns it. */
  readonly owner: string
  readonly executable: boolean
  readonly data: Uint8Array
}

export interface Simulation {
  /** A `TransactionError`, or null when the transaction would succeed. */
  readonly error: unknown
  readonly units: number
  readonly logs: readonly string[]
  /** The accounts asked for, as they would be afterwards. */
  readonly after: readonly (ChainAccount | undefined)[]
}

export interface Blockhash {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
}

const whole = z.number().check(z.int(), z.gte(0))

const accountSchema = z.nullable(
  z.pipe(
    z.object({
      lamports,
      owner: z.string(),
      executable: z.boolean(),
      data: z.tuple([z.string(), z.literal('base64')]),
    }),
    z.transform(({ data, ...rest }): ChainAccount => ({ ...rest, data: fromBase64(data[0]) })),
  ),
)

const simulationSchema = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.nullish(z.array(z.string())),
    unitsConsumed: z.nullish(whole),
    accounts: z.nullish(z.array(accountSchema)),
  }),
})

/** What sending needs to know of a network. */
export interface Chain {
  accounts(addresses: readonly string[]): Promise<readonly (ChainAccount | undefined)[]>
  tokenAccounts(owner: string, mint: string): Promise<readonly { address: string; account: ChainAccount }[]>
  blockhash(): Promise<Blockhash>
  /** Whether the network still takes a transaction with this block hash. */
  isCurrent(blockhash: string): Promise<boolean>
  /** Lamports an account of that many bytes must hold. */
  rentMinimum(bytes: number): Promise<bigint>
  /** Lamports the network charges for a message, priority included. */
  fee(message: Uint8Array): Promise<bigint>
  /** What others lately paid to write to these accounts, in micro-lamports a compute unit. */
  recentPrices(addresses: readonly string[]): Promise<readonly number[]>
  simulate(transaction: Uint8Array, watched: readonly string[]): Promise<Simulation>
}

export function createChain({ rpc }: Client, network: SolanaNetwork, signal?: AbortSignal): Chain {
  const commitment = network.commitment ?? 'confirmed'
  const call = <T>(method: string, params: readonly unknown[], schema: RpcCall<T>['schema']) =>
    rpc.call(network, { method, params, schema, signal })
  return {
    async accounts(addresses) {
      const schema = z.object({ value: z.array(accountSchema).check(z.length(addresses.length)) })
      const { value } = await call(
        'getMultipleAccounts',
        [addresses, { encoding: 'base64', commitment }],
        schema,
      )
      return value.map((account) => account ?? undefined)
    },
    async tokenAccounts(owner, mint) {
      const schema = z.object({ value: z.array(z.object({ pubkey: z.string(), account: accountSchema })) })
      const params = [owner, { mint }, { encoding: 'base64', commitment }]
      const { value } = await call('getTokenAccountsByOwner', params, schema)
      return value.flatMap(({ pubkey, account }) => (account ? [{ address: pubkey, account }] : []))
    },
    async blockhash() {
      const schema = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: whole }) })
      return (await call('getLatestBlockhash', [{ commitment }], schema)).value
    },
    async isCurrent(blockhash) {
      const schema = z.object({ value: z.boolean() })
      return (await call('isBlockhashValid', [blockhash, { commitment }], schema)).value
    },
    rentMinimum: (bytes) => call('getMinimumBalanceForRentExemption', [bytes, { commitment }], lamports),
    async fee(message) {
      const schema = z.object({ value: z.nullable(lamports) })
      const { value } = await call('getFeeForMessage', [toBase64(message), { commitment }], schema)
      if (value === null) throw nodeBehind()
      return value
    },
    async recentPrices(addresses) {
      const schema = z.array(z.object({ prioritizationFee: whole }))
      try {
        const entries = await call('getRecentPrioritizationFees', [addresses], schema)
        return entries.map((entry) => entry.prioritizationFee)
      } catch (error) {
        // A network or a plan without this method has no market to pay into; sending works without.
        if (isKernelError(error)) return []
        throw error
      }
    },
    async simulate(transaction, watched) {
      const config = {
        encoding: 'base64',
        commitment,
        sigVerify: false,
        accounts: { encoding: 'base64', addresses: watched },
      }
      const { value } = await call('simulateTransaction', [toBase64(transaction), config], simulationSchema)
      return toSimulation(value)
    },
  }
}

function toSimulation({
  err,
  unitsConsumed,
  logs,
  accounts,
}: z.infer<typeof simulationSchema>['value']): Simulation {
  return {
    error: err ?? null,
    units: unitsConsumed ?? 0,
    logs: logs ?? [],
    after: (accounts ?? []).map((account) => account ?? undefined),
  }
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function nodeBehind(): NetworkError {
  return new NetworkError('The node is behind the network. Try again in a moment.', {
    code: 'SOLANA_NODE_BEHIND',
    metaMessages: ['It does not know the block hash that the network gave out just now.'],
  })
}
