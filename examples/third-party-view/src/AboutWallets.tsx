import { Stack, useMessages } from '@latchkey/ui-react'
import { messages } from './messages.js'

/** Says what a wallet is in the host's own words. */
export default function AboutWallets() {
  const say = useMessages(messages)
  return (
    <Stack>
      <p data-testid="example-about">{say.about}</p>
    </Stack>
  )
}
