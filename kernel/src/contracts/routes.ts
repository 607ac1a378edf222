import type { NamespaceId, NetworkId } from './caip.js'
import type { Words } from './words.js'
import { route } from '../keys/route.js'

/** The places of the shell. Named as in the product specification; a host opens them with `navigation.open`. */
export const ConnectRoute = route<{ readonly namespace?: NamespaceId } | undefined>('Connect')
export const ConnectingExternalRoute = route<{
  readonly connectorId: string
  readonly namespaces?: readonly NamespaceId[]
}>('ConnectingExternal')
/** Several chains behind one wallet: which of them to connect. */
export const ConnectingMultiChainRoute = route<{ readonly connectorId: string }>('ConnectingMultiChain')
export const AllWalletsRoute = route('AllWallets')
export const AccountRoute = route<{ readonly namespace?: NamespaceId } | undefined>('Account')
export const ProfileWalletsRoute = route<{ readonly namespace?: NamespaceId } | undefined>('ProfileWallets')
export const NetworksRoute = route<{ readonly namespace?: NamespaceId } | undefined>('Networks')
export const SwitchNetworkRoute = route<{ readonly networkId: NetworkId }>('SwitchNetwork')
/** Another namespace is needed, and no wallet is connected to it. */
export const SwitchActiveChainRoute = route<{ readonly networkId: NetworkId }>('SwitchActiveChain')
export const UnsupportedChainRoute = route<{ readonly reason?: Words } | undefined>('UnsupportedChain')
/** What a wallet inside the page is asked to sign, drawn by the plugin that holds the keys. */
export const ApproveTransactionRoute = route('ApproveTransaction')
export const WhatIsAWalletRoute = route('WhatIsAWallet')
export const WhatIsANetworkRoute = route('WhatIsANetwork')
export const GetWalletRoute = route('GetWallet')
export const PluginProblemRoute = route('PluginProblem')
