import { hiddenAmount } from '../messages/en/hiddenAmount.js'
import { useMessages } from '../messages/useMessages.js'

/** Stands where an amount would, while a person does not want amounts on the screen. As wide for all amounts. */
export function HiddenAmount() {
  const messages = useMessages(hiddenAmount)
  return (
    <span className="lk-amount" data-hidden="">
      <span className="lk-amount-cover" aria-hidden="true">
        ••••
      </span>
      <span className="lk-visually-hidden">{messages.amountHidden}</span>
    </span>
  )
}
