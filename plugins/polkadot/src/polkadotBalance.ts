import type { Amount, BalanceRequest } from '@latchkey/kernel/contracts'
import { token } from '@latchkey/kernel/plugin'

/** The figures of an account, in planck: the smallest unit of the coin. */
export interface PolkadotBalanceFigures {
  /** All that is not reserved, frozen or not. What `Balance` answers as `native`. */
  readonly free: Amount
  /** Set aside by deposits, held beside `free`. */
  readonly reserved: Amount
  /** Cannot be sent: staked, vesting, voting. Counts against `reserved` first, then against `free`. */
  readonly frozen: Amount
  /** What can be sent without closing the account, before the fee: `free` less the deposit or the frozen part. */
  readonly transferable: Amount
  /** The least an account must hold to stay open. */
  readonly existentialDeposit: Amount
}

/** Reads all the figures of an account, where `Balance` has one only. */
export interface PolkadotBalanceCapability {
  /** @throws NetworkError `POLKADOT_RPC_UNREACHABLE`, `NETWORK_NOT_FOUND`; BaseError `ADDRESS_INVALID`. */
  read(request: BalanceRequest): Promise<PolkadotBalanceFigures>
}

export const PolkadotBalance = token<PolkadotBalanceCapability>('latchkey.capability.polkadot.balance/1')
