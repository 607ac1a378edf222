import { BaseError } from '@latchkey/kernel/plugin'
import { CopyButton, QrCode, useMessages, WaitingScreen, WalletIcon } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { parsePairingUri } from '../pairingUri.js'
import { pairing as section } from './messages.js'

/** The code of a pairing that the app made itself. Whoever made it knows when it is over: nothing is connected here. */
export function GivenCode({ uri }: { readonly uri: string }) {
  const messages = useMessages(section)
  const problem = useMemo(() => problemOf(uri), [uri])
  if (problem) {
    return (
      <WaitingScreen
        testId="lk-pairing-failed"
        picture={<WalletIcon name="WalletConnect" size="xl" />}
        state="error"
        title={messages.failed}
        text={problem.shortMessage}
        error={problem}
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

/** Why an uri cannot be shown: it is malformed, of version 1 or over. */
function problemOf(uri: string): BaseError | undefined {
  try {
    parsePairingUri(uri, { now: Date.now() })
    return undefined
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}
