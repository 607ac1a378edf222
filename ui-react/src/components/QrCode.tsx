import { type ReactNode, useMemo, useRef } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { qrPath } from '../utils/qrPath.js'
import { useIsomorphicLayoutEffect } from '../utils/useIsomorphicLayoutEffect.js'

export interface QrCodeProps {
  /** The text to encode. It never appears in the label. */
  readonly value: string
  /** What the code is: "Connection code". Default "QR code". */
  readonly label?: string | undefined
  /** Picture in the middle, a WalletIcon of size `md` or `lg`. */
  readonly logo?: ReactNode | undefined
  /** `md` 216 px, `lg` 288 px (default), never wider than its box. */
  readonly size?: 'md' | 'lg' | undefined
  readonly testId?: string | undefined
}

/** A QR code of round modules, as one themable SVG path on white. Offer the same link as text beside it. */
export function QrCode({ value, label, logo, size = 'lg', testId }: QrCodeProps) {
  const messages = useMessages(kit)
  const ref = useRef<SVGPathElement>(null)
  const hasLogo = Boolean(logo)
  const code = useMemo(() => qrPath(value, hasLogo), [value, hasLogo])
  useIsomorphicLayoutEffect(() => {
    if (code) ref.current?.style.setProperty('d', `path("${code.path}")`, 'important')
  }, [code])
  if (!code) return <p className="lk-qr-failed">{messages.qrTooLong}</p>
  return (
    <span className="lk-qr" data-size={size} data-testid={testId}>
      <svg
        className="lk-qr-code"
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={label ?? messages.qrCode}
      >
        <path ref={ref} className="lk-qr-path" d={code.path} />
      </svg>
      {logo ? (
        <span className="lk-qr-logo" aria-hidden="true">
          {logo}
        </span>
      ) : null}
    </span>
  )
}
