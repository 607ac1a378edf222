import { Button } from '../components/Button.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'
import { useBuyFeature } from './useBuyFeature.js'

export interface BuyButtonProps {
  /** Symbol of the token that is missing. */
  readonly token: string
  readonly testId?: string | undefined
}

/** Leads to where a token can be bought. Draws nothing while no plugin sells any. */
export function BuyButton({ token, testId }: BuyButtonProps) {
  const messages = useMessages(forms)
  const buy = useBuyFeature()
  if (!buy) return null
  return (
    <Button variant="ghost" fullWidth data-testid={testId} onClick={() => buy.open()}>
      {messages.buy({ token: safeText(token, 12) })}
    </Button>
  )
}
