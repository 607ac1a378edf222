import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'

export interface NothingToConfirmProps {
  readonly text: string
  /** Leads back to the form. */
  onForm(): void
}

/** A review or a wait that was opened without a form that was filled in. */
export function NothingToConfirm({ text, onForm }: NothingToConfirmProps) {
  const messages = useMessages(forms)
  return (
    <EmptyState
      title={messages.nothingToConfirm}
      text={text}
      action={<Button onClick={onForm}>{messages.toForm}</Button>}
    />
  )
}
