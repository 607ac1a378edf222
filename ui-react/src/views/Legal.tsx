import type { ReactNode } from 'react'
import { Checkbox } from '../components/Checkbox.js'
import type { ConnectOptions } from '../connectOptions.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'

/** `checkbox` asks for consent first, `notice` only says what connecting means. */
export function legalKind(options: ConnectOptions): 'checkbox' | 'notice' | 'none' {
  if (!safeHttpUrl(options.termsUrl) && !safeHttpUrl(options.privacyUrl)) return 'none'
  return options.legalCheckbox ? 'checkbox' : 'notice'
}

export interface LegalCheckboxProps {
  readonly options: ConnectOptions
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function LegalCheckbox({ options, checked, onChange }: LegalCheckboxProps) {
  const messages = useMessages(connect)
  return (
    <div className="lk-legal" data-kind="checkbox">
      <Checkbox
        checked={checked}
        onChange={onChange}
        label={
          <>
            {messages.agree} <LegalLinks options={options} />
          </>
        }
      />
    </div>
  )
}

export function LegalNotice({ options }: { readonly options: ConnectOptions }) {
  const messages = useMessages(connect)
  return (
    <p className="lk-legal" data-kind="notice">
      {messages.byConnecting} <LegalLinks options={options} />
    </p>
  )
}

function LegalLinks({ options }: { readonly options: ConnectOptions }) {
  const messages = useMessages(connect)
  const terms = safeHttpUrl(options.termsUrl)
  const privacy = safeHttpUrl(options.privacyUrl)
  return (
    <>
      {terms ? <LegalLink href={terms}>{messages.terms}</LegalLink> : null}
      {terms && privacy ? ` ${messages.and} ` : null}
      {privacy ? <LegalLink href={privacy}>{messages.privacy}</LegalLink> : null}
    </>
  )
}

function LegalLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="lk-link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
