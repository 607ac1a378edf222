import { OtpField, safeText, Stack, useErrorText, useMessages } from '@latchkey/ui-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { emailAuthMessages } from './emailAuthMessages.js'

interface CodeFormProps {
  readonly email: string
  /** Gets the digits as soon as the last one is there. */
  check(otp: string): Promise<void>
  readonly testId: string
  /** The content below the field. `clear` empties the field for another code, and removes the last code's error. */
  actions(clear: () => void): ReactNode
}

/** Six digits of a mail. A wrong code is said, and its field emptied. */
export function CodeForm({ email, check, testId, actions }: CodeFormProps) {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const focus = () => requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))

  // A field that is still disabled takes no focus.
  useEffect(() => {
    if (!busy && error !== undefined) input.current?.focus({ preventScroll: true })
  }, [busy, error])

  function clear(): void {
    setCode('')
    setError(undefined)
    focus()
  }

  async function complete(otp: string): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await check(otp)
    } catch (cause) {
      setCode('')
      setError(cause)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md" testId={testId}>
      <p className="lk-hint">{messages.codeSent({ email: safeText(email, 60) })}</p>
      <OtpField
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void complete(digits)}
        error={error === undefined ? undefined : errorText(error)}
        disabled={busy}
        autoFocus
        elementRef={input}
        testId="lk-email-code"
      />
      <p className="lk-hint" role="status">
        {busy ? messages.checking : error === undefined ? messages.expires : null}
      </p>
      {actions(clear)}
    </Stack>
  )
}
