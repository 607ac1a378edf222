import { Banner, useLocale, useMessages, useWords } from '@latchkey/ui-react'
import type { SendWarning } from '../Sender.js'
import { sendMessages } from './messages.js'
import { warningText } from './warningText.js'

/** What a person should know, the gravest first. */
export function Warnings({ warnings }: { readonly warnings: readonly SendWarning[] }) {
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
