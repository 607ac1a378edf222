import { event } from '@latchkey/kernel/plugin'

// What a person chose in a view, for those who count it. A plugin with a view of the same kind emits the same.

export const AllWalletsClicked = event<undefined>('CLICK_ALL_WALLETS')
export const WalletHelpClicked = event<undefined>('CLICK_WALLET_HELP')
export const NetworkHelpClicked = event<undefined>('CLICK_NETWORK_HELP')
export const GetWalletClicked = event<undefined>('CLICK_GET_WALLET')
export const NetworksClicked = event<undefined>('CLICK_NETWORKS')

/** `platform`: how the wallet will be reached, as far as the choice tells. */
export const WalletSelected = event<{
  readonly name: string
  readonly platform: 'browser' | 'qrcode' | 'mobile'
}>('SELECT_WALLET')

/** Emitted when a person has stopped typing. */
export const WalletSearched = event<{ readonly badge: string; readonly search: string }>('SEARCH_WALLET')
