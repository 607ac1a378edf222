import type { AccountAccess } from '../wallet/accountAccess.js'
import type { Behaviour } from '../wallet/behaviour.js'
import type { WalletIdentity } from '../wallet/walletOptions.js'
import type { BitcoinAccount, BitcoinKey } from './bitcoinKeys.js'
import type { BitcoinNetworkNames } from './bitcoinNetworks.js'
import type { EsploraClient } from './esploraClient.js'

/** What the three faces of the wallet share. */
export interface BitcoinWalletContext {
  readonly identity: WalletIdentity
  readonly behaviour: Behaviour
  readonly access: AccountAccess<BitcoinAccount>
  readonly network: BitcoinNetworkNames
  readonly esplora: EsploraClient
  /** Satoshis per virtual byte, for transfers the wallet builds itself. */
  readonly feeRate: number
}

/** The keys the page may use now, the selected account's first. */
export const visibleKeys = ({ access }: BitcoinWalletContext): readonly BitcoinKey[] =>
  access.visible().flatMap(({ payment, ordinals }) => [payment, ordinals])
