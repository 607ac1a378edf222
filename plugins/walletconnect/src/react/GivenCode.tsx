import { errorWords, BaseError } from '@latchkey/kernel/plugin'
import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  CopyButton,
  QrCode,
  useMessages,
  useService,
  WaitingScreen,
  WalletIcon,
  useWords,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { parsePairingUri } from '../pairingUri.js'
import { pairingMark } from '../pairingMark.js'
import { pairing as section } from './messages.js'

/** The code of a pairing that the app made itself. The app knows when it is over: nothing is connected here. */
export function GivenCode({ uri }: { readonly uri: string }) {
  const messages = useMessages(section)
  const say = useWords()
  const navigation = useService(Navigation)
  const problem = useProblem(uri)
  if (problem) {
    return (
      <WaitingScreen
        testId="lk-pairing-failed"
        picture={<WalletIcon name="WalletConnect" src={pairingMark} size="xl" />}
        state="error"
        title={messages.failed}
        text={say(errorWords(problem))}
        error={problem}
        actions={
          <Button
            variant="secondary"
            fullWidth
            data-testid="lk-pairing-another-way"
            onClick={() => navigation.backTo(ConnectRoute) || navigation.replace(ConnectRoute)}
          >
            {messages.anotherWay}
          </Button>
        }
      />
    )
  }
  return (
    <div className="lk-waiting" data-testid="lk-pairing">
      <QrCode value={uri} label={messages.code} testId="lk-pairing-code" />
      <div className="lk-waiting-words">
        <p className="lk-waiting-title">{messages.scan}</p>
        <p className="lk-waiting-text">{messages.scanText}</p>
      </div>
      <div className="lk-waiting-actions">
        <CopyButton value={uri} fullWidth testId="copy-wc2-uri">
          {messages.copyLink}
        </CopyButton>
      </div>
    </div>
  )
}

/** How often the clock is looked at, milliseconds. */
const second = 1_000

/** Why an uri cannot be shown, which changes while it is shown: nobody renews a code that the app made. */
function useProblem(uri: string): BaseError | undefined {
  const [problem, setProblem] = useState(() => problemOf(uri))
  useEffect(() => {
    const look = () => setProblem((known) => (known ? known : problemOf(uri)))
    setProblem(problemOf(uri))
    const timer = setInterval(look, second)
    return () => clearInterval(timer)
  }, [uri])
  return problem
}

/** Malformed, of version 1 or over. */
function problemOf(uri: string): BaseError | undefined {
  try {
    parsePairingUri(uri, { now: Date.now() })
    return undefined
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}
