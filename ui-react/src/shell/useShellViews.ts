import { connectorsOf, type RouteParams, type ConnectingExternalRoute } from '@latchkey/kernel/plugin'
import { type ComponentType, useMemo } from 'react'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { useConnectors } from '../useConnectors.js'
import { useWalletName } from '../useWalletName.js'
import AccountView from '../views/AccountView.js'
import ConnectingExternalView from '../views/ConnectingExternalView.js'
import ConnectingMultiChainView from '../views/ConnectingMultiChainView.js'
import ConnectView from '../views/ConnectView.js'
import ConnectWalletsView from '../views/ConnectWalletsView.js'
import GetWalletView from '../views/GetWalletView.js'
import NetworksView from '../views/NetworksView.js'
import PluginProblemView from '../views/PluginProblemView.js'
import ProfileWalletsView from '../views/ProfileWalletsView.js'
import SwitchActiveChainView from '../views/SwitchActiveChainView.js'
import SwitchNetworkView from '../views/SwitchNetworkView.js'
import UnsupportedChainView from '../views/UnsupportedChainView.js'
import WhatIsANetworkView from '../views/WhatIsANetworkView.js'
import WhatIsAWalletView from '../views/WhatIsAWalletView.js'

export interface ShellView {
  readonly title: (params: unknown) => string
  // biome-ignore lint/suspicious/noExplicitAny: the router gives each view the parameters of its own route.
  readonly component: ComponentType<{ readonly params: any }>
}

/** The shell's own views by the name of their route. */
export function useShellViews(): Readonly<Record<string, ShellView>> {
  const messages = useMessages(shell)
  const connectors = useConnectors()
  const wallet = useWalletName()
  return useMemo(() => {
    const walletName = (params: unknown) => {
      const { connectorId } = (params ?? {}) as Partial<RouteParams<typeof ConnectingExternalRoute>>
      const name = connectorsOf(connectors, connectorId ?? '')[0]?.name
      return name === undefined ? messages.titleConnect : wallet(name)
    }
    return {
      Connect: { title: () => messages.titleConnect, component: ConnectView },
      ConnectWallets: { title: () => messages.titleConnectWallets, component: ConnectWalletsView },
      ConnectingExternal: { title: walletName, component: ConnectingExternalView },
      ConnectingMultiChain: { title: walletName, component: ConnectingMultiChainView },
      Account: { title: () => messages.titleAccount, component: AccountView },
      ProfileWallets: { title: () => messages.titleProfileWallets, component: ProfileWalletsView },
      Networks: { title: () => messages.titleNetworks, component: NetworksView },
      SwitchNetwork: { title: () => messages.titleSwitchNetwork, component: SwitchNetworkView },
      SwitchActiveChain: { title: () => messages.titleSwitchActiveChain, component: SwitchActiveChainView },
      UnsupportedChain: { title: () => messages.titleUnsupportedChain, component: UnsupportedChainView },
      WhatIsAWallet: { title: () => messages.titleWhatIsAWallet, component: WhatIsAWalletView },
      WhatIsANetwork: { title: () => messages.titleWhatIsANetwork, component: WhatIsANetworkView },
      GetWallet: { title: () => messages.titleGetWallet, component: GetWalletView },
      PluginProblem: { title: () => messages.titlePluginProblem, component: PluginProblemView },
    }
  }, [messages, connectors, wallet])
}
