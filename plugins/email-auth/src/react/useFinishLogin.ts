import { Navigation, type Route, Session } from '@latchkey/kernel/plugin'
import { useService } from '@latchkey/ui-react'
import { emailAuthId } from '../emailAuth.js'

/** Connects the wallet of the person who logged in, and closes the modal unless something else is to follow. */
export function useFinishLogin(view: Route<never> | Route<undefined>): () => Promise<void> {
  const session = useService(Session)
  const navigation = useService(Navigation)
  return async () => {
    await session.connect({ connectorId: emailAuthId })
    // Something that must follow, such as signing in, may have taken the place of this view already.
    if (navigation.state.entries.at(-1)?.name === view.name) navigation.close()
  }
}
