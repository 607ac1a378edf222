import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../components/Button.js'
import { ErrorState } from '../components/ErrorState.js'
import { account } from '../messages/en/account.js'
import { kit } from '../messages/en/kit.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { useSession } from '../useSession.js'
import { useShell } from '../useShell.js'
import { safeText } from '../utils/safeText.js'

/**
 * The window of last resort, when a plugin has broken the modal: what happened, and how to disconnect. It needs no
 * service but the session, and of that only what ends a connection.
 */
export default function RescueDialog({ error }: { readonly error: unknown }): ReactNode {
  const { rescue, theme, dir, locale } = useShell()
  const { service, state } = useSession()
  const messages = useMessages(shell)
  const words = useMessages(account)
  const { close } = useMessages(kit)
  const [failure, setFailure] = useState<unknown>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  const disconnect = async (connectionId: string) => {
    try {
      await service?.disconnect({ connectionId })
      rescue.close()
    } catch (cause) {
      setFailure(cause)
    }
  }
  return (
    <ThemeRoot mode={theme.mode} variables={theme.variables} dir={dir} lang={locale}>
      <dialog
        ref={dialog}
        className="lk-modal"
        data-phase="open"
        data-testid="lk-rescue"
        aria-label={messages.modalFailed}
        // The event comes late: StrictMode closes and opens once more at once.
        onClose={(event) => {
          if (!event.currentTarget.open) rescue.close()
        }}
      >
        <div className="lk-modal-card">
          <div className="lk-modal-content lk-stack">
            <ErrorState
              title={messages.modalFailed}
              text={messages.modalFailedText}
              error={failure ?? error}
            />
            {state.connections.map((connection) => (
              <Button
                key={connection.id}
                variant="secondary"
                fullWidth
                data-testid="disconnect-button"
                onClick={() => void disconnect(connection.id)}
              >
                {words.disconnectWallet({ wallet: safeText(connection.name, 32) })}
              </Button>
            ))}
            <Button fullWidth onClick={() => rescue.close()}>
              {close}
            </Button>
          </div>
        </div>
      </dialog>
    </ThemeRoot>
  )
}
