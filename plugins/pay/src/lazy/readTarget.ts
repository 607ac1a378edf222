import type { NetworkId } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { PayTarget } from '../Payer.js'
import type { PayerTools } from './PayerTools.js'

/** The active account of the bill's namespace, on the bill's network. */
export function readTarget({ wallets }: PayerTools, read: ReadBill): PayTarget | undefined {
  const active = wallets.active(read.namespace)
  const wallet = active && wallets.find({ ...active.target, networkId: read.networkId as NetworkId })
  if (!wallet) return undefined
  const { name, icon } = wallet.connection
  return {
    ...wallet.target,
    networkName: wallet.network?.name ?? wallet.networkId,
    walletName: name,
    ...(icon === undefined ? {} : { walletIcon: icon }),
  }
}
