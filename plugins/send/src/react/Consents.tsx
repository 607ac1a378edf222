import { Checkbox, useMessages } from '@latchkey/ui-react'
import { useState } from 'react'
import type { SendWarning } from '../Sender.js'
import { subjectOf } from '../lazy/reviewUnanswered.js'
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
    /** Another one asks anew. */
    readonly subject: string
    readonly isGiven: boolean
    give(isGiven: boolean): void
  }[]
}

/** Lists the boxes that warnings ask the user to tick, one for each kind, with the requests it is about. Pure. */
export function asksOf(
  warnings: readonly SendWarning[],
): readonly Pick<Consents['boxes'][number], 'consent' | 'subject'>[] {
  const asking = warnings.filter(({ needsConsent }) => needsConsent)
  return [...new Set(asking.map(consentOf))].map((consent) => {
    const about = asking.filter((warning) => consentOf(warning) === consent).map(subjectOf)
    return { consent, subject: consent === 'compared' ? consent : about.join() }
  })
}

/** Keeps what the user has agreed to, one box for each thing that warnings ask for. */
export function useConsents(warnings: readonly SendWarning[]): Consents {
  const [given, setGiven] = useState<readonly string[]>([])
  const boxes = asksOf(warnings).map(({ consent, subject }) => ({
    ...{ consent, subject, isGiven: given.includes(subject) },
    give: (isGiven: boolean) =>
      setGiven((before) => [...before.filter((one) => one !== subject), ...(isGiven ? [subject] : [])]),
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
