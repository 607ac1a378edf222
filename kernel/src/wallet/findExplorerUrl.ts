import { Explorer } from '../contracts/capabilities/explorer.js'
import type { LogService } from '../platform/log.js'
import type { WalletsService, WalletTarget } from './activeWallet.js'

/**
 * Returns the link to a transaction on the explorer of its network, or to the account while the id isn't known.
 * `undefined` where the chain has no explorer. An explorer that throws is logged: a link isn't worth losing sight of
 * what was sent.
 */
export function findExplorerUrl(
  {
    wallets,
    log,
  }: { readonly wallets: Pick<WalletsService, 'chain'>; readonly log: Pick<LogService, 'warn'> },
  { networkId, address }: Pick<WalletTarget, 'networkId' | 'address'>,
  id: string | undefined,
): string | undefined {
  try {
    const explorer = wallets.chain(networkId, Explorer)
    return id === undefined
      ? explorer?.addressUrl(networkId, address)
      : explorer?.transactionUrl(networkId, id)
  } catch (error) {
    log.warn('The explorer’s link could not be made.', error)
    return undefined
  }
}
