import { type BaseError, errorWords, Connector, type RouteParams, Storage } from '@latchkey/kernel/plugin'
import { walletConnectConnectorNotFound } from '../walletConnectConnectorNotFound.js'
import { ConnectingExternalRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import {
  Button,
  RefreshIcon,
  type RouteViewProps,
  safeText,
  Tabs,
  useAttempt,
  useContributions,
  useMessages,
  useService,
  WaitingScreen,
  WalletIcon,
  useWords,
} from '@latchkey/ui-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { pairingMark } from '../pairingMark.js'
import { storedLink } from '../storedLink.js'
import { type WalletTab, walletTabs } from '../walletTabs.js'
import { currentPlatform } from './currentPlatform.js'
import { GivenCode } from './GivenCode.js'
import { pairing as section } from './messages.js'
import { OpenApp } from './OpenApp.js'
import { OpenElsewhere } from './OpenElsewhere.js'
import { OpenInside } from './OpenInside.js'
import { ScanCode } from './ScanCode.js'

type Params = RouteParams<typeof ConnectingWalletConnectRoute>

/** Pairs a wallet, or shows the code of a pairing that the app made itself. */
export default function ConnectingWalletConnectView({ params }: RouteViewProps<Params>) {
  const platform = useMemo(currentPlatform, [])
  const { uri, wallet } = params
  if (uri !== undefined) return <GivenCode uri={uri} />
  // Nothing is paired with a wallet that can only be reached in its own browser.
  if (wallet && walletTabs(wallet, platform).join() === 'inside') {
    return <OpenInside wallet={wallet} name={safeText(wallet.name, 32)} platform={platform} />
  }
  return <Pairing params={params} />
}

/** Pairs a wallet: by its app on a phone when one was chosen, else by the code. */
function Pairing({ params }: RouteViewProps<Params>) {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const session = useService(Session)
  const storage = useService(Storage)
  const platform = useMemo(currentPlatform, [])
  const { wallet, connectorId, namespaces } = params
  const name = wallet ? safeText(wallet.name, 32) : messages.someWallet
  const connectors = useContributions(Connector)
  const installed = useInstalled(wallet)
  const tabs = useMemo(
    () => walletTabs(wallet, platform, installed !== undefined),
    [wallet, platform, installed],
  )
  const [tab, setTab] = useState<WalletTab>(tabs[0])
  const showCode = useCallback(() => setTab('code'), [])
  const { status, error, retry } = useAttempt(
    async (signal) => {
      if (!connectors.some(({ id }) => id === connectorId)) throw walletConnectConnectorNotFound()
      return session.connect({ connectorId, signal, ...(namespaces ? { namespaces } : {}) })
    },
    () => {
      // Something that must follow, such as signing in, may have taken the place of this view already.
      if (navigation.state.entries.at(-1)?.params === params) navigation.close()
    },
  )
  useEffect(() => {
    // A wallet across the room must not be opened here for each request.
    if (tab !== 'app') storage.remove(storedLink)
  }, [tab, storage])

  const picture = (
    <WalletIcon
      name={wallet?.name ?? 'WalletConnect'}
      src={wallet ? wallet.icon : pairingMark}
      walletId={wallet?.id}
      size="xl"
    />
  )
  if (status === 'success') {
    return <WaitingScreen picture={picture} state="success" title={messages.connected} />
  }
  if (status === 'declined' || status === 'error') {
    return (
      <PairingFailed isDeclined={status === 'declined'} error={error} picture={picture} onRetry={retry} />
    )
  }
  const drawn: Readonly<Record<WalletTab, () => ReactNode>> = {
    code: () => <ScanCode wallet={wallet} name={name} />,
    app: () => wallet && <OpenApp wallet={wallet} name={name} platform={platform} onShowCode={showCode} />,
    inside: () => wallet && <OpenInside wallet={wallet} name={name} platform={platform} />,
    web: () => wallet && <OpenElsewhere kind="web" wallet={wallet} name={name} platform={platform} />,
    desktop: () => wallet && <OpenElsewhere kind="desktop" wallet={wallet} name={name} platform={platform} />,
    browser: () => <OpenInstalled name={name} picture={picture} connectorId={installed ?? ''} />,
  }
  if (tabs.length === 1 || !tabs.includes(tab)) return drawn[tab]()
  const labels = {
    browser: messages.tabBrowser,
    app: messages.tabApp,
    code: messages.tabCode,
    inside: messages.tabInside,
    web: messages.tabWeb,
    desktop: messages.tabDesktop,
  }
  return (
    <Tabs
      label={messages.ways}
      value={tab}
      onChange={(id) => setTab(id as WalletTab)}
      tabs={tabs.map((id) => ({
        id,
        label: labels[id],
        testId: `lk-pairing-tab-${id}`,
        content: id === tab ? drawn[id]() : null,
      }))}
    />
  )
}

interface PairingFailedProps {
  readonly isDeclined: boolean
  readonly error: BaseError | undefined
  readonly picture: ReactNode
  onRetry(): void
}

function PairingFailed({ isDeclined, error, picture, onRetry }: PairingFailedProps) {
  const messages = useMessages(section)
  const say = useWords()
  const navigation = useService(Navigation)
  return (
    <WaitingScreen
      testId="lk-pairing-failed"
      picture={picture}
      state={isDeclined ? 'declined' : 'error'}
      title={isDeclined ? messages.declined : messages.failed}
      text={isDeclined ? messages.declinedText : error && say(errorWords(error))}
      error={error}
      actions={
        <>
          <Button fullWidth icon={<RefreshIcon />} data-testid="lk-pairing-retry" onClick={onRetry}>
            {messages.tryAgain}
          </Button>
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {messages.anotherWay}
          </Button>
        </>
      }
    />
  )
}

interface OpenInstalledProps {
  readonly name: string
  readonly picture: ReactNode
  readonly connectorId: string
}

/** Leads to the same wallet in this browser. */
function OpenInstalled({ name, picture, connectorId }: OpenInstalledProps) {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  return (
    <WaitingScreen
      picture={picture}
      state="pending"
      title={messages.opening({ wallet: name })}
      text={messages.browserText({ wallet: name })}
      actions={
        <Button
          fullWidth
          data-testid="lk-open-browser-button"
          onClick={() => navigation.push(ConnectingExternalRoute, { connectorId })}
        >
          {messages.open({ wallet: name })}
        </Button>
      }
    />
  )
}

/** The connector of the same wallet in this browser, if it is there. */
function useInstalled(wallet: ListedWallet | undefined): string | undefined {
  const connectors = useContributions(Connector)
  const found = connectors.find(
    ({ group, name, walletId, readiness }) =>
      wallet !== undefined &&
      group !== 'walletConnect' &&
      group !== 'auth' &&
      (walletId === wallet.id || name.toLowerCase() === wallet.name.toLowerCase()) &&
      readiness() === 'installed',
  )
  return found?.id
}
