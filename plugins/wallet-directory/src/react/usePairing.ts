import { Connector } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { useContributions, useService } from '@latchkey/ui-react'
import type { WalletRecord } from '../wallet.js'
import { listedWallet } from './listedWallet.js'

/** Opens the view that pairs, with a wallet of the list or any; `undefined` where the app has no connector that pairs. */
export function usePairing(): ((record?: WalletRecord) => void) | undefined {
  const navigation = useService(Navigation)
  const pairing = useContributions(Connector).find(
    ({ group, route }) => group === 'walletConnect' && route !== undefined && navigation.draws(route.name),
  )
  const route = pairing?.route
  if (!route) return undefined
  return (record) =>
    navigation.push(route, { connectorId: pairing.id, ...(record ? { wallet: listedWallet(record) } : {}) })
}
