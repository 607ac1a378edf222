import { useSiwx } from '@latchkey/plugin-siwx/react'
import { type FormEvent, useEffect, useState } from 'react'

/** The notes of the account that is signed in. The server decides whose they are. */
export function Notes() {
  const { accountId, isSignedIn } = useSiwx()
  const [notes, setNotes] = useState<readonly string[]>([])
  const [fault, setFault] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other notes.
  useEffect(() => {
    setNotes([])
    setFault('')
    if (isSignedIn) request().then(setNotes, (error: Error) => setFault(error.message))
  }, [isSignedIn, accountId])

  if (!isSignedIn) {
    return (
      <main>
        <h1>My notes</h1>
        <p>Connect a wallet and sign in to see them.</p>
      </main>
    )
  }

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('text'))
    form.reset()
    request({ method: 'POST', body: text }).then(setNotes, (error: Error) => setFault(error.message))
  }

  return (
    <main>
      <h1>My notes</h1>
      <ul data-testid="notes">
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
      <form onSubmit={add}>
        <input name="text" aria-label="Note" required />
        <button type="submit">Add</button>
      </form>
      <p role="alert">{fault}</p>
    </main>
  )
}

async function request(init?: RequestInit): Promise<readonly string[]> {
  const response = await fetch('/api/notes', init)
  const { notes, error } = await response.json()
  if (!response.ok) throw new Error(error)
  return notes
}
