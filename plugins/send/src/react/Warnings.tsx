import { Banner, ComparedAddresses, safeText, useLocale, useMessages, useWords } from '@latchkey/ui-react'
import type { SendWarning } from '../Sender.js'
import { sendMessages } from './messages.js'
import { warningText } from './warningText.js'

export interface WarningsProps {
  readonly warnings: readonly SendWarning[]
}

/** What a person should know, the gravest first. */
export function Warnings({ warnings }: WarningsProps) {
  const messages = useMessages(sendMessages)
  const say = useWords()
  const locale = useLocale()
  return warnings.map((warning) => (
    <div key={warning.code} data-testid={`send-warning-${warning.code}`}>
      <Banner
        tone={warning.needsConsent ? 'danger' : warning.severity === 'warning' ? 'warning' : 'info'}
        announce={warning.severity === 'warning' ? 'status' : undefined}
      >
        {warningText(warning, { messages, locale, say })}
      </Banner>
    </div>
  ))
}

export interface TwinsProps extends WarningsProps {
  /** The address that they are about. */
  readonly receiver: string | undefined
}

/** Every address that the given one looks like, to compare them. */
export function Twins({ warnings, receiver }: TwinsProps) {
  return warnings.map((warning) => <Twin key={warning.code} warning={warning} receiver={receiver} />)
}

/** The address that was given under the one that it looks like. */
function Twin({ warning: { code, parameters }, receiver }: TwinProps) {
  const messages = useMessages(sendMessages)
  const { address, name, whose } = parameters ?? {}
  if (!code.endsWith('ADDRESS_LOOKALIKE') || receiver === undefined || typeof address !== 'string')
    return null
  const called = typeof name === 'string' ? safeText(name, 40) : ''
  const label = called || (whose === 'own' ? messages.yours : messages.usedAddress)
  return (
    <ComparedAddresses
      given={{ label: messages.thisAddress, address: receiver }}
      known={{ label, address }}
      testId="send-twin"
    />
  )
}

interface TwinProps extends Pick<TwinsProps, 'receiver'> {
  readonly warning: SendWarning
}
