import { Checkbox, useMessages } from '@latchkey/ui-react'
import { useState } from 'react'
import type { SendWarning } from '../Sender.js'
import { sendMessages } from './messages.js'

/** Each thing that a user agrees to before the wallet opens. */
type Consent = 'compared' | 'lookedUp' | 'sendAgain'

const consentOf = ({ code }: SendWarning): Consent => {
  if (code === 'SEND_SENT_AFTER_ALL') return 'sendAgain'
  return code === 'SEND_MAY_REPEAT' ? 'lookedUp' : 'compared'
}

export interface Consents {
  /** Nothing is left to agree to. */
  readonly areGiven: boolean
  readonly boxes: readonly {
    readonly consent: Consent
    readonly isGiven: boolean
    give(isGiven: boolean): void
  }[]
}

/** Keeps what the user has agreed to, one box for each thing that warnings ask for. */
export function useConsents(warnings: readonly SendWarning[]): Consents {
  const [given, setGiven] = useState<readonly Consent[]>([])
  const asked = new Set(warnings.filter(({ needsConsent }) => needsConsent).map(consentOf))
  const boxes = [...asked].map((consent) => ({
    consent,
    isGiven: given.includes(consent),
    give: (isGiven: boolean) =>
      setGiven((before) => [...before.filter((one) => one !== consent), ...(isGiven ? [consent] : [])]),
  }))
  return { areGiven: boxes.every(({ isGiven }) => isGiven), boxes }
}

const testIds = { compared: 'send-compared', lookedUp: 'send-looked-up', sendAgain: 'send-twice' } as const

export function ConsentBoxes({ consents }: { readonly consents: Consents }) {
  const messages = useMessages(sendMessages)
  return consents.boxes.map(({ consent, isGiven, give }) => (
    <Checkbox
      key={consent}
      checked={isGiven}
      onChange={give}
      label={messages[consent]}
      data-testid={testIds[consent]}
    />
  ))
}
