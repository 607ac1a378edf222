import type { Account, Network } from '@latchkey/kernel/plugin'
import { slot } from './slot.js'

/** Small controls beside the close button: activity, network. `route` is the name of the view shown. */
export const ModalHeaderActions = slot<{ readonly route: string }>('modal.header.actions')
/**
 * Ways to connect beside the wallet list. The last part of the view's id is the method's name in the order of
 * methods: `latchkey.auth.email` is `email`.
 */
export const ConnectMethods = slot('connect.methods')
/** Recommended wallets, under the wallet list of the Connect view. `places` is how many there is room for, from 1. */
export const ConnectRecommended = slot<{ readonly places: number }>('connect.recommended')
/** After the words of the row 'All wallets': how many there are. */
export const AllWalletsBadge = slot('connect.allWallets')
/** Wallets to get, at the top of the view 'Get a wallet'. */
export const GetWalletChoices = slot('getWallet.choices')
/** Under everything in the Connect view. */
export const ConnectFooter = slot('connect.footer')
/** Replaces the plain avatar and address at the top of the Account view. */
export const AccountHeader = slot<{ readonly account: Account }>('account.header')
/** Replaces the native balance under the account's name. */
export const AccountTotal = slot<{ readonly account: Account }>('account.total')
/** Panels of the Account view. Give each view a `label`. */
export const AccountTabs = slot<{ readonly account: Account }>('account.tabs')
/** Below the buttons of the features, over the whole width. A button of its own is a `Feature`. */
export const AccountActions = slot<{ readonly account: Account }>('account.actions')
/** Extra content of a row in the Networks view. */
export const NetworkList = slot<{ readonly network: Network }>('network.list')
