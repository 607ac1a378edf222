import { Navigation, type RouteParams, Session, Storage } from '@latchkey/kernel/plugin'
import {
  Button,
  RefreshIcon,
  type RouteViewProps,
  safeText,
  useAttempt,
  useMessages,
  useService,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { useEffect, useMemo, useState } from 'react'
import type { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { detectPlatform, environmentOf } from '../platform.js'
import { storedLink } from '../storedLink.js'
import { pairing as section } from './messages.js'
import { OpenApp } from './OpenApp.js'
import { ScanCode } from './ScanCode.js'

type Params = RouteParams<typeof ConnectingWalletConnectRoute>

/** Pairs a wallet: by its app on a phone when one was chosen, else by the code. */
export default function ConnectingWalletConnectView({ params }: RouteViewProps<Params>) {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const session = useService(Session)
  const storage = useService(Storage)
  const platform = useMemo(() => detectPlatform(environmentOf(window as never)), [])
  const { wallet, connectorId, namespaces } = params
  const name = wallet ? safeText(wallet.name, 32) : messages.someWallet
  const hasApp = platform.isMobile && (wallet?.links?.native ?? wallet?.links?.universal) !== undefined
  const [byCode, setByCode] = useState(!hasApp)
  const showCode = useMemo(() => () => setByCode(true), [])
  const { status, error, retry } = useAttempt(
    (signal) => session.connect({ connectorId, signal, ...(namespaces ? { namespaces } : {}) }),
    () => {
      // Something that must follow, such as signing in, may have taken the place of this view already.
      if (navigation.state.entries.at(-1)?.params === params) navigation.close()
    },
  )
  useEffect(() => {
    // A wallet across the room must not be opened here for each request.
    if (byCode) storage.remove(storedLink)
  }, [byCode, storage])

  const picture = <WalletIcon name={wallet?.name ?? 'WalletConnect'} src={wallet?.icon} size="xl" />
  if (status === 'success') {
    return <WaitingScreen picture={picture} state="success" title={messages.connected} />
  }
  if (status === 'declined' || status === 'error') {
    const declined = status === 'declined'
    return (
      <WaitingScreen
        testId="lk-pairing-failed"
        picture={picture}
        state="error"
        title={declined ? messages.declined : messages.failed}
        text={declined ? messages.declinedText : error?.shortMessage}
        error={error}
        actions={
          <>
            <Button fullWidth icon={<RefreshIcon />} data-testid="lk-pairing-retry" onClick={retry}>
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
  if (wallet && !byCode) {
    return <OpenApp wallet={wallet} name={name} platform={platform} onShowCode={showCode} />
  }
  return <ScanCode wallet={wallet} name={name} />
}
