import { Identities, Send } from '@latchkey/kernel/contracts'
import type { SendTarget } from '../Sender.js'
import type { SenderTools } from './SenderTools.js'

/** The active account on the active network; undefined while nothing is connected. */
export function readTarget({ wallets, names }: SenderTools): SendTarget | undefined {
  const wallet = wallets.active()
  if (!wallet) return undefined
  const { account, connection, network, networkId, target } = wallet
  const send = wallets.chain(networkId, Send)
  const chainNames = wallets.chain(networkId, Identities)
  const hasNames =
    names?.supports(networkId) || (chainNames !== undefined && (chainNames.supports?.(networkId) ?? true))
  return {
    ...target,
    networkName: network?.name ?? networkId,
    isSmartAccount: account.kind === 'smartAccount',
    walletName: connection.name,
    ...(connection.icon === undefined ? {} : { walletIcon: connection.icon }),
    canSend: send !== undefined && network !== undefined,
    hasTokens: send?.tokens === true,
    feeLevels: send?.feeLevels ?? [],
    hasNames,
  }
}
