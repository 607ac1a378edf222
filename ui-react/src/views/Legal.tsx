import type { ReactNode } from 'react'
import { Checkbox } from '../components/Checkbox.js'
import type { ConnectOptions } from '../connectOptions.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'

/** An address of the host as a link, relative ones from its page. `undefined` for what is no web page. */
export function pageUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url, document.baseURI)) return undefined
  return safeHttpUrl(new URL(url, document.baseURI).href)
}

/** `checkbox` asks for consent first, `notice` only says what connecting means. */
export function legalKind(options: ConnectOptions): 'checkbox' | 'notice' | 'none' {
  if (!pageUrl(options.termsUrl) && !pageUrl(options.privacyUrl)) return 'none'
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
  const terms = pageUrl(options.termsUrl)
  const privacy = pageUrl(options.privacyUrl)
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
