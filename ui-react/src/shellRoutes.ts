import {
  AccountRoute,
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  ConnectRoute,
  GetWalletRoute,
  NetworksRoute,
  PluginProblemRoute,
  ProfileWalletsRoute,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
  WhatIsANetworkRoute,
  WhatIsAWalletRoute,
} from '@latchkey/kernel/wallet'
import { route } from '@latchkey/kernel/plugin'

/** The wallet list alone, when `collapseWallets` keeps it out of the Connect view. */
export const ConnectWalletsRoute = route('ConnectWallets')

/** Ways to connect that make a wallet, such as email, for people who have none. */
export const CreateRoute = route('Create')

/** Names of the routes the shell draws itself, known before their code is loaded. */
export const shellRoutes: readonly string[] = [
  ConnectRoute,
  ConnectWalletsRoute,
  CreateRoute,
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  AccountRoute,
  ProfileWalletsRoute,
  NetworksRoute,
  SwitchNetworkRoute,
  SwitchActiveChainRoute,
  UnsupportedChainRoute,
  WhatIsAWalletRoute,
  WhatIsANetworkRoute,
  GetWalletRoute,
  PluginProblemRoute,
].map((entry) => entry.name)
