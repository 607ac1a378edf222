import type { Ledger } from './ledger/ledger.js'
import type { Faucet } from './faucet.js'

/** What every RPC method works on. */
export interface RpcContext {
  readonly ledger: Ledger
  readonly faucet: Faucet
  readonly genesisHash: string
}

/** One RPC method: positional parameters in, result out. Throws `RpcError`. */
export type RpcMethod = (parameters: readonly unknown[]) => unknown

/** Wraps a value the way nodes do when the answer depends on the slot. */
export const withContext = (ledger: Ledger, value: unknown) => ({
  context: { apiVersion: rpcVersion, slot: ledger.slot() },
  value,
})

/** The interface version the server speaks. */
export const rpcVersion = '2.3.0'
