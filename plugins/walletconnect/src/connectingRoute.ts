import type { ListedWallet } from '@latchkey/kernel/contracts'
import { type NamespaceId, route } from '@latchkey/kernel/plugin'

/** Where a wallet is paired: by code on a desktop, by link on a phone. Drawn by the `/react` entry. */
export const ConnectingWalletConnectRoute = route<{
  readonly connectorId: string
  readonly namespaces?: readonly NamespaceId[]
  readonly wallet?: ListedWallet
  /** `wc:` uri of a pairing that the app made itself: its code is shown, and nothing is connected here. */
  readonly uri?: string
}>('ConnectingWalletConnect')
