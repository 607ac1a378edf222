import { callsKey } from '@latchkey/kernel/contracts'

/** One call of the runtime: by its name, or encoded as hex with 0x (SCALE, without signature or length). */
export type PolkadotCall =
  | {
      /** As @polkadot/api has it after `api.tx`: `balances`. */
      readonly pallet: string
      /** `transferKeepAlive`. */
      readonly method: string
      /** In the order the runtime wants them, in any form that @polkadot/api takes. Default none. */
      readonly args?: readonly unknown[]
    }
  | `0x${string}`

/**
 * Key of the calls of Polkadot wallets: several are one `utility.batchAll`, so they all happen or none does.
 *
 * @example
 * const calls = wallet.use(PolkadotCalls)
 * const prepared = await calls?.prepare({ calls: [{ pallet: 'staking', method: 'chill' }] })
 */
export const PolkadotCalls = callsKey<PolkadotCall>('polkadot')
