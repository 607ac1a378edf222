'use client'

import { useState } from 'react'

/** Asks the protected route. */
export function ReadSecret() {
  const [answer, setAnswer] = useState('')

  async function read() {
    const response = await fetch('/api/secret')
    const { secret, error } = await response.json()
    setAnswer(response.ok ? secret : error)
  }

  return (
    <>
      <button type="button" onClick={read}>
        Read the secret
      </button>
      <p data-testid="secret">{answer}</p>
    </>
  )
}
