import { Button, ErrorBanner, Form, Stack, TextField, useMessages, useSignMessage } from '@latchkey/ui-react'
import { useState } from 'react'
import { messages } from './messages.js'

/** Has the person write a note, and the wallet sign it. */
export default function __pascal__View() {
  const say = useMessages(messages)
  const [note, setNote] = useState('')
  const { run, state } = useSignMessage()
  return (
    <Form onSubmit={() => void run({ message: note })}>
      <TextField label={say.note} value={note} onChange={(event) => setNote(event.target.value)} />
      {state.error ? <ErrorBanner error={state.error} /> : null}
      {state.data ? (
        <Stack gap="sm">
          <strong>{say.signed}</strong>
          <code style={{ overflowWrap: 'anywhere' }}>{state.data.signature}</code>
        </Stack>
      ) : null}
      <Button type="submit" fullWidth disabled={note === ''} loading={state.status === 'pending'}>
        {say.sign}
      </Button>
    </Form>
  )
}
