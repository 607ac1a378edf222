import type { ApiPromise } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { PolkadotNetwork } from '../../networks.js'
import { checkCall } from './checkCall.js'
import { chainUnsupported, type ChainAccount, existentialDeposit, readAccount } from '../chain/readAccount.js'

export interface Quote {
  readonly sender: ChainAccount
  readonly receiver: ChainAccount
  readonly deposit: bigint
  /** Planck. */
  readonly fee: bigint
}

/** What is to be transferred, in planck. `everything`: all but the deposit, whatever is there when it is carried out. */
export interface TransferTerms {
  readonly to: string
  readonly amount: bigint
  readonly everything?: boolean
}

/** The transfer that leaves the sender's account open, whatever happens meanwhile. */
export function transferOf(
  api: ApiPromise,
  network: PolkadotNetwork,
  { to, amount, everything = false }: TransferTerms,
): SubmittableExtrinsic<'promise'> {
  const { transferAll: all, transferKeepAlive: make } = api.tx['balances'] ?? {}
  const isAll = everything && all !== undefined
  const transfer = isAll ? all(to, true) : make?.(to, amount)
  if (!transfer) throw chainUnsupported(network, 'balances.transferKeepAlive')
  checkCall(transfer.method.toU8a(), { to, amount, everything: isAll })
  return transfer
}

/** Reads both accounts and has the network price the transfer. */
export async function quoteTransfer(
  api: ApiPromise,
  network: PolkadotNetwork,
  { from, ...terms }: TransferTerms & { readonly from: string },
): Promise<Quote> {
  const [sender, receiver, info] = await Promise.all([
    readAccount(api, network, from),
    readAccount(api, network, terms.to),
    transferOf(api, network, terms).paymentInfo(from),
  ])
  return {
    sender,
    receiver,
    deposit: existentialDeposit(api, network),
    fee: BigInt(info.partialFee.toString()),
  }
}
