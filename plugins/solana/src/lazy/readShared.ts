import type { Account, NetworkId } from '@latchkey/kernel/plugin'
import type { SolanaNetwork } from '../networks.js'
import { idsOf, readAccounts, servedNetworks } from './accounts.js'
import type { AnnouncedWallet } from './announcedWallet.js'

/** What a wallet shares at one moment. */
export interface SharedByWallet {
  readonly accounts: readonly Account[]
  /** CAIP-2, the asked networks that it serves. */
  readonly served: readonly NetworkId[]
}

/**
 * Reads what a wallet shares. Returns `undefined` where there is no account, or no network that is asked for.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID`
 */
export function readShared(
  { name, wallet }: AnnouncedWallet,
  method: string,
  given: unknown,
  asked: readonly SolanaNetwork[],
): SharedByWallet | undefined {
  const accounts = readAccounts(name, method, given, asked)
  const served = idsOf(servedNetworks(wallet.chains, asked))
  return accounts.length > 0 && served.length > 0 ? { accounts, served } : undefined
}
