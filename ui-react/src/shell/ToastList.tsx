import { isWords } from '@latchkey/kernel/contracts'
import type { ReactNode } from 'react'
import { Toast } from '../components/Toast.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import { useNotifications } from '../useNotifications.js'

/** The toasts of the moment, at the top and at the bottom. */
export function ToastList(): ReactNode {
  const { state, dismissToast } = useNotifications()
  const { toasts } = state
  const messages = useMessages(shell)
  const say = useWords()
  return (['top', 'bottom'] as const).map((position) => {
    const shown = toasts.filter((toast) => toast.position === position && isWords(toast.message))
    if (shown.length === 0) return null
    return (
      <section
        key={position}
        className="lk-toasts"
        data-position={position}
        aria-label={messages.notifications}
      >
        {shown.map((toast) => (
          <Toast
            key={toast.id}
            type={toast.type}
            message={say(toast.message)}
            visible={toast.visible}
            onDismiss={() => dismissToast(toast.id)}
          />
        ))}
      </section>
    )
  })
}
