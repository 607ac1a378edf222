import { connectorsOf, type ConnectingExternalRoute } from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import { type ComponentType, useMemo } from 'react'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { useConnectors } from '../useConnectors.js'
import { useWalletName } from '../useWalletName.js'
import ConnectView from '../views/ConnectView.js'
import ConnectWalletsView from '../views/ConnectWalletsView.js'
import type { LaterViewName } from './LaterView.js'
import type { FurtherViewName } from './furtherViews.js'

export interface ShellView {
  readonly title: (params: unknown) => string
  /** A component that is there with the modal, or the name of one that is loaded later. */
  // biome-ignore lint/suspicious/noExplicitAny: the router gives each view the parameters of its own route.
  readonly component: ComponentType<{ readonly params: any }> | LaterViewName
}

/** The titles of those that are loaded later; without `title` it is the view's name. */
const titles = [
  'titleCreate',
  'titleAccount',
  'titleProfileWallets',
  'titleNetworks',
  'titleSwitchNetwork',
  'titleSwitchActiveChain',
  'titleUnsupportedChain',
  'titleWhatIsAWallet',
  'titleWhatIsANetwork',
  'titleGetWallet',
  'titlePluginProblem',
] as const satisfies readonly `title${FurtherViewName}`[]

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
    const further = titles.map((title): [string, ShellView] => {
      const name = title.slice(5) as FurtherViewName
      return [name, { title: () => messages[title], component: name }]
    })
    return {
      ...Object.fromEntries(further),
      Connect: { title: () => messages.titleConnect, component: ConnectView },
      ConnectWallets: { title: () => messages.titleConnectWallets, component: ConnectWalletsView },
      ConnectingExternal: { title: walletName, component: 'ConnectingExternal' },
      ConnectingMultiChain: { title: walletName, component: 'ConnectingMultiChain' },
    }
  }, [messages, connectors, wallet])
}
