import { callsKey } from '@latchkey/kernel/contracts'

/** One call of an account: a transfer of the coin, or of a contract's function. */
export interface EvmCall {
  /** EIP-55, or without case. */
  readonly to: string
  /** ABI-encoded, as viem's `encodeFunctionData` returns it. Default none. */
  readonly data?: `0x${string}`
  /** In wei. Default 0. */
  readonly value?: bigint
}

/**
 * Key of the calls of EVM wallets: one call is a transaction; several are one request where the wallet has
 * `wallet_sendCalls` (EIP-5792), and one after the other where it hasn't.
 *
 * @example
 * const calls = wallet.use(EvmCalls)
 * const prepared = await calls?.prepare({ calls: [{ to: token, data: approve }, { to: market, data: buy }] })
 */
export const EvmCalls = callsKey<EvmCall>('eip155')
