import { Navigation, Session } from '@latchkey/kernel/wallet'
import { useService } from '@latchkey/ui-react'
import { useState } from 'react'
import { emailAuthId } from '../emailAuth.js'

/** Connects the wallet of the person who logged in, and closes the modal unless something else is to follow. */
export function useFinishLogin(): () => Promise<void> {
  const session = useService(Session)
  const navigation = useService(Navigation)
  const shown = () => navigation.state.entries.at(-1)?.name
  const [own] = useState(shown)
  return async () => {
    await session.connect({ connectorId: emailAuthId })
    // Something that must follow, such as signing in, may have taken the place of this view already.
    if (shown() === own) navigation.close()
  }
}
