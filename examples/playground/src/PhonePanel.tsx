import { useState } from 'react'

type State =
  | { readonly status: 'idle' | 'busy' | 'done' }
  | { readonly status: 'failed'; readonly text: string }

/** A wallet that is not in this browser: what scanning the code with a phone does, this panel does with the copied link. */
export function PhonePanel() {
  const [link, setLink] = useState('')
  const [state, setState] = useState<State>({ status: 'idle' })

  async function pair(): Promise<void> {
    setState({ status: 'busy' })
    try {
      const response = await fetch('/test-wallet/pair', { method: 'POST', body: link.trim() })
      if (!response.ok) throw new Error(await response.text())
      setLink('')
      setState({ status: 'done' })
    } catch (error) {
      setState({ status: 'failed', text: (error as Error).message })
    }
  }

  return (
    <section className="card phone" aria-labelledby="phone-title">
      <h2 id="phone-title">Test wallet on a phone</h2>
      <p className="hint">
        Choose <strong>WalletConnect</strong>, press <strong>Copy link</strong> and paste it here. The wallet
        agrees to everything.
      </p>
      <form
        className="buttons"
        onSubmit={(event) => {
          event.preventDefault()
          void pair()
        }}
      >
        <input
          aria-label="Pairing link"
          placeholder="wc:…"
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
        <button type="submit" disabled={!link.trim().startsWith('wc:') || state.status === 'busy'}>
          Pair
        </button>
      </form>
      <output className={`result ${state.status}`}>
        {state.status === 'failed' ? state.text : state.status === 'done' ? 'The wallet has the link.' : ''}
      </output>
    </section>
  )
}
