'use client'

import { useSiwx } from '@latchkey/plugin-siwx/react'
import { useState } from 'react'

/** Asks the protected route. Whom it answers, the server decides. */
export function Secret() {
  const { isSignedIn } = useSiwx()
  const [answer, setAnswer] = useState('')

  async function read() {
    try {
      setAnswer(await askServer())
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : String(error))
    }
  }

  if (!isSignedIn) return <p>Connect a wallet and sign in to read on.</p>
  return (
    <>
      <button type="button" onClick={read}>
        Read the secret
      </button>
      <p data-testid="secret">{answer}</p>
    </>
  )
}

async function askServer(): Promise<string> {
  const response = await fetch('/api/secret')
  const { secret, error } = (await response.json()) as { readonly secret?: string; readonly error?: string }
  return secret ?? error ?? `The server answered ${response.status}.`
}
