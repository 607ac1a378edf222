import { useEffect, useState } from 'react'
import { readCode } from './readCode.js'

type State =
  | { readonly status: 'away' | 'looking' | 'pairing' | 'paired' }
  | { readonly status: 'failed'; readonly text: string }

const texts = {
  away: 'Hold the phone up, then choose WalletConnect in the list.',
  looking: 'Looking for a code on the screen…',
  pairing: 'Code found. Connecting…',
  paired: 'Connected. This wallet approves everything it’s asked.',
}

const glanceMilliseconds = 500

/** A wallet that isn't in this browser. Its camera reads the code that is shown, and it pairs over the local relay. */
export function PhonePanel() {
  const [state, setState] = useState<State>({ status: 'away' })
  const isLooking = state.status === 'looking'

  useEffect(() => {
    if (!isLooking) return
    const timer = setInterval(() => {
      const link = readCode(document)
      if (!link?.startsWith('wc:')) return
      clearInterval(timer)
      setState({ status: 'pairing' })
      pair(link).then(
        () => setState({ status: 'paired' }),
        (error: Error) => setState({ status: 'failed', text: error.message }),
      )
    }, glanceMilliseconds)
    return () => clearInterval(timer)
  }, [isLooking])

  return (
    <section className="phone" aria-labelledby="phone-title">
      <div className="handset" data-status={state.status} aria-hidden="true">
        <span className="lens" />
      </div>
      <div>
        <h2 id="phone-title">Test wallet on a phone</h2>
        <p className="hint" role="status" data-status={state.status}>
          {state.status === 'failed' ? `It couldn’t connect: ${state.text}` : texts[state.status]}
        </p>
        <button
          type="button"
          aria-pressed={isLooking}
          disabled={state.status === 'pairing'}
          onClick={() => setState({ status: isLooking ? 'away' : 'looking' })}
        >
          {isLooking ? 'Put the phone away' : 'Scan the screen'}
        </button>
      </div>
    </section>
  )
}

async function pair(link: string): Promise<void> {
  const response = await fetch('/test-wallet/pair', { method: 'POST', body: link })
  if (!response.ok) throw new Error(await response.text())
}
