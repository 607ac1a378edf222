import { errorWords, isKernelError } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  CopyButton,
  isMobile,
  QrCode,
  Skeleton,
  useAttempt,
  useMessages,
  useRemembered,
  useService,
  useWords,
  WaitingScreen,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { SocialMark } from './SocialMark.js'
import { useFinishLogin } from './useFinishLogin.js'
import { useToldLogin } from './useToldLogin.js'

const provider = 'farcaster'
const picture = <SocialMark provider={provider} size="xl" />

/** Shows a code for the person's phone or a link to its Farcaster app, then connects the wallet of the person who signed. */
export default function ConnectingFarcasterView() {
  const messages = useMessages(emailAuthMessages)
  const say = useWords()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin()
  const tell = useToldLogin(provider)
  const [url, setUrl] = useState<string>()
  // The wallet's frame covers this view while the frame is created. The login continues until the person comes back.
  const [finishing, setFinishing] = useRemembered<Promise<void> | undefined>('finishing', undefined)
  const { status, error, retry } = useAttempt(
    async (signal) => {
      if (finishing) return finishing
      setUrl(undefined)
      await tell({
        async login() {
          setUrl(await auth.startFarcaster(signal))
          await auth.connectFarcaster(signal)
        },
        finish() {
          const own = finish()
          setFinishing(own)
          return own
        },
        // Leaving the view ends the request.
        isGivenUp: (error) => signal.aborted || isKernelError(error, 'USER_REJECTED'),
      })
    },
    () => undefined,
  )
  if (status === 'error' || status === 'declined') {
    const again = () => {
      setFinishing(undefined)
      // The next attempt reads the state that this one wrote.
      setTimeout(retry)
    }
    return (
      <WaitingScreen
        testId="lk-connecting-farcaster"
        picture={picture}
        state={error ? 'error' : 'idle'}
        title={messages.titleFarcaster}
        text={error ? say(errorWords(error)) : messages.connectionLost}
        error={error}
        actions={
          <>
            <Button fullWidth data-testid="lk-farcaster-retry" onClick={again}>
              {messages.farcasterNewCode}
            </Button>
            <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
              {messages.cancel}
            </Button>
          </>
        }
      />
    )
  }
  if (finishing) {
    return (
      <WaitingScreen
        testId="lk-connecting-farcaster"
        picture={picture}
        state={status}
        title={messages.titleFarcaster}
        text={messages.socialFinishing}
      />
    )
  }
  return <Request url={url} />
}

/** What to do on the phone. */
function Request({ url }: { readonly url: string | undefined }) {
  const messages = useMessages(emailAuthMessages)
  const [onPhone, setOnPhone] = useState(isMobile)
  const copy =
    url === undefined ? (
      <Button variant="secondary" fullWidth loading>
        {messages.copyLink}
      </Button>
    ) : (
      <CopyButton value={url} fullWidth testId="lk-farcaster-copy">
        {messages.copyLink}
      </CopyButton>
    )
  if (onPhone) {
    return (
      <WaitingScreen
        testId="lk-connecting-farcaster"
        picture={picture}
        state="pending"
        title={messages.farcasterOpenTitle}
        text={messages.farcasterOpenText}
        actions={
          <>
            <Button
              fullWidth
              loading={url === undefined}
              data-testid="lk-farcaster-open"
              onClick={() => url !== undefined && window.open(url, '_blank', 'noreferrer noopener')}
            >
              {messages.farcasterOpen}
            </Button>
            {copy}
            <Button variant="ghost" fullWidth onClick={() => setOnPhone(false)}>
              {messages.farcasterShowCode}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <div className="lk-waiting" data-testid="lk-connecting-farcaster">
      {url === undefined ? (
        <span className="lk-qr" data-size="lg">
          <Skeleton shape="block" />
        </span>
      ) : (
        <QrCode
          value={url}
          label={messages.farcasterCode}
          testId="lk-farcaster-code"
          logo={
            <span className="lk-row-icon">
              <SocialMark provider="farcaster" />
            </span>
          }
        />
      )}
      <div className="lk-waiting-words" role="status">
        <p className="lk-waiting-title">{messages.farcasterScan}</p>
        <p className="lk-waiting-text">
          {url === undefined ? messages.farcasterPreparing : messages.farcasterScanText}
        </p>
      </div>
      <div className="lk-waiting-actions">{copy}</div>
    </div>
  )
}
