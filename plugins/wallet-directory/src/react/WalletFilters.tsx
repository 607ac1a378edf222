import { BrowserIcon, Chip, isMobile, PhoneIcon, QrIcon, ShieldIcon, useMessages } from '@latchkey/ui-react'
import type { WalletPlatform } from '../filterWallets.js'
import { directory as section } from './messages.js'

/** What the person narrowed the list to. */
export interface ChosenFilters {
  readonly platform: WalletPlatform | 'all'
  readonly certified: boolean
}

export interface WalletFiltersProps {
  readonly chosen: ChosenFilters
  readonly onChange: (chosen: ChosenFilters) => void
  /** Whether some wallets are marked as certified. */
  readonly hasCertified: boolean
  /** Whether the host left the platform open. */
  readonly hasPlatforms: boolean
  /** Shows a code for a wallet that is not in the list. */
  readonly onShowCode: (() => void) | undefined
}

/** Toggles above the list. On a phone extensions are no choice, and the code of any wallet has no other way in. */
export function WalletFilters({
  chosen,
  onChange,
  hasCertified,
  hasPlatforms,
  onShowCode,
}: WalletFiltersProps) {
  const messages = useMessages(section)
  const phone = isMobile()
  const platforms = hasPlatforms ? (phone ? (['mobile'] as const) : (['mobile', 'browser'] as const)) : []
  if (platforms.length === 0 && !hasCertified && !(phone && onShowCode)) return null
  return (
    <div className="lk-toolbar">
      <fieldset className="lk-toolbar" aria-label={messages.filters}>
        {platforms.map((platform) => (
          <Chip
            key={platform}
            icon={platform === 'mobile' ? <PhoneIcon size="sm" /> : <BrowserIcon size="sm" />}
            selected={chosen.platform === platform}
            data-testid={`lk-directory-${platform}`}
            onClick={() => onChange({ ...chosen, platform: chosen.platform === platform ? 'all' : platform })}
          >
            {messages[platform]}
          </Chip>
        ))}
        {hasCertified ? (
          <Chip
            icon={<ShieldIcon size="sm" />}
            selected={chosen.certified}
            title={messages.certifiedMeans}
            data-testid="lk-directory-certified"
            onClick={() => onChange({ ...chosen, certified: !chosen.certified })}
          >
            {messages.certified}
          </Chip>
        ) : null}
      </fieldset>
      {phone && onShowCode ? (
        <Chip
          icon={<QrIcon size="sm" />}
          aria-label={messages.showCode}
          data-testid="lk-directory-code"
          onClick={onShowCode}
        >
          {messages.code}
        </Chip>
      ) : null}
    </div>
  )
}
