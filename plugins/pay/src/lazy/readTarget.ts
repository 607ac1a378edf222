import type { NetworkId } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { PayTarget } from '../Payer.js'
import type { PayerTools } from './PayerTools.js'

/** The active account of the bill's namespace, on the bill's network. */
export function readTarget({ wallets, networks }: PayerTools, read: ReadBill): PayTarget | undefined {
  const wallet = wallets.active(read.namespace)
  if (!wallet) return undefined
  const networkId = read.networkId as NetworkId
  const { name, icon } = wallet.connection
  return {
    ...wallet.target,
    networkId,
    networkName: networks.find(networkId)?.name ?? networkId,
    walletName: name,
    ...(icon === undefined ? {} : { walletIcon: icon }),
  }
}
