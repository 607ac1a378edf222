import { type DisconnectOptions, Session } from '@latchkey/kernel/wallet'
import { useCallback } from 'react'
import { account } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'

/** Disconnects, and says so on the page when the wallet could not be told. The modal may be closed by then. */
export function useDisconnectWallet(): (options: DisconnectOptions) => Promise<void> {
  const session = useService(Session)
  const { toast } = useNotifications()
  const messages = useMessages(account)
  return useCallback(
    async (options) => {
      try {
        await session.disconnect(options)
      } catch {
        // The session has sent DisconnectFailed with the reason; the app itself is disconnected.
        toast(messages.disconnectFailed, { type: 'error' })
      }
    },
    [session, toast, messages],
  )
}
