import { callsKey } from '@latchkey/kernel/contracts'

/** Pays an address. */
export interface BitcoinAddressCall {
  readonly address: string
  /** Satoshis. */
  readonly amount: bigint
  readonly script?: undefined
  readonly data?: undefined
}

/** Pays a script, for what has no address. */
export interface BitcoinScriptCall {
  /** The output script as it stands in a transaction. */
  readonly script: Uint8Array
  /** Satoshis. */
  readonly amount: bigint
  readonly address?: undefined
  readonly data?: undefined
}

/** Writes data into the chain (`OP_RETURN`). It pays nothing: what such an output holds would be lost. */
export interface BitcoinDataCall {
  /** At most 80 bytes get everywhere; more is for each node to carry or not. */
  readonly data: Uint8Array
  readonly amount?: 0n
  readonly address?: undefined
  readonly script?: undefined
}

/** One output. */
export type BitcoinCall = BitcoinAddressCall | BitcoinScriptCall | BitcoinDataCall

/**
 * Key of the calls of Bitcoin wallets: all of them are outputs of one transaction, so they all happen or none does.
 *
 * @example
 * const calls = wallet.use(BitcoinCalls)
 * const prepared = await calls?.prepare({ calls: [{ address, amount: 10_000n }, { data }] })
 */
export const BitcoinCalls = callsKey<BitcoinCall>('bip122')
