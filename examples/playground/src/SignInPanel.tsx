import { useSiwx } from '@latchkey/plugin-siwx/react'
import { useEffect, useState } from 'react'
import type { VerifiedSignIn } from './VerifiedSignIn.js'

/** What a server knows after somebody signed in, asked of the server and not of the page. */
export function SignInPanel() {
  const { status, sessions, signOut } = useSiwx()
  const [signIns, setSignIns] = useState<readonly VerifiedSignIn[]>([])
  const [fault, setFault] = useState('')
  const key = sessions.map(({ accountId }) => accountId).join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server answers another thing when this changes.
  useEffect(() => {
    let isCurrent = true
    const show = (answer: readonly VerifiedSignIn[], problem = '') => {
      if (!isCurrent) return
      setSignIns(answer)
      setFault(problem)
    }
    readSignIns().then(show, (error: Error) => show([], error.message))
    return () => {
      isCurrent = false
    }
  }, [key])

  return (
    <section className="card sign-in" aria-labelledby="sign-in-title" data-testid="sign-in">
      <h2 id="sign-in-title">What the server knows</h2>
      {signIns.length === 0 ? (
        <p className="hint">
          {status === 'disconnected' ? 'Nobody. Connect and sign in.' : 'Nobody has signed in yet.'}
        </p>
      ) : null}
      {signIns.map(({ accountId, method, text }) => (
        <details key={accountId} open={signIns.length === 1}>
          <summary>
            <span className="mono">{accountId}</span> by {method}
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
      {signIns.length > 0 ? (
        <div className="buttons">
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      ) : null}
      {fault ? <output className="result failed">{fault}</output> : null}
    </section>
  )
}

async function readSignIns(): Promise<readonly VerifiedSignIn[]> {
  const response = await fetch('/api/siwx/whoami')
  if (response.status === 401) return []
  if (!response.ok) throw new Error(`The sign-in server answered with status ${response.status}.`)
  return response.json()
}
