import type { ApiPromise } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { PolkadotNetwork } from '../../networks.js'
import { chainUnsupported, type ChainAccount, existentialDeposit, readAccount } from '../chain/readAccount.js'

export interface Quote {
  readonly sender: ChainAccount
  readonly receiver: ChainAccount
  readonly deposit: bigint
  /** Planck. */
  readonly fee: bigint
}

/** The transfer that leaves the sender's account open, whatever happens meanwhile. */
export function transferOf(
  api: ApiPromise,
  network: PolkadotNetwork,
  to: string,
  amount: bigint,
): SubmittableExtrinsic<'promise'> {
  const make = api.tx['balances']?.['transferKeepAlive']
  if (!make) throw chainUnsupported(network, 'balances.transferKeepAlive')
  return make(to, amount)
}

/** Reads both accounts and has the network price the transfer. */
export async function quoteTransfer(
  api: ApiPromise,
  network: PolkadotNetwork,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: bigint },
): Promise<Quote> {
  const [sender, receiver, info] = await Promise.all([
    readAccount(api, network, from),
    readAccount(api, network, to),
    transferOf(api, network, to, amount).paymentInfo(from),
  ])
  return {
    sender,
    receiver,
    deposit: existentialDeposit(api, network),
    fee: BigInt(info.partialFee.toString()),
  }
}
