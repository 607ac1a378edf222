import { type ReactNode, useState } from 'react'
import { useShell } from '../useShell.js'
import { LegalCheckbox, legalKind } from './Legal.js'

export interface LegalGate {
  /** Whether consent is asked for and not given yet: nothing may be chosen until then. */
  readonly locked: boolean
  /** The checkbox with the host's terms and privacy policy; `null` where the host asks for no consent. */
  readonly checkbox: ReactNode
}

/** Consent to the host's terms, for a view of a plugin that asks for it as the Connect view does. */
export function useLegal(): LegalGate {
  const { connect } = useShell()
  const [agreed, setAgreed] = useState(false)
  if (legalKind(connect) !== 'checkbox') return { locked: false, checkbox: null }
  return {
    locked: !agreed,
    checkbox: <LegalCheckbox options={connect} checked={agreed} onChange={setAgreed} />,
  }
}
