import type { NetworkId } from '@latchkey/kernel/plugin'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'
import { subjectOf } from '../utils/subjectOf.js'
import { FoundPicture } from './FoundPicture.js'
import type { PictureSize } from './GradientPicture.js'

export interface TokenIconProps {
  readonly symbol: string
  readonly src?: string | undefined
  /** CAIP-2. Without a `src`, plugins are asked for the picture of this network's coin, or of the token at `address`. */
  readonly networkId?: NetworkId | undefined
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly networkIcon?: string | undefined
  /** Shows the network's badge at the corner and names it to assistive technology. */
  readonly networkName?: string | undefined
  /** `sm` 24, `md` 40 (default), `lg` 56 px. */
  readonly size?: Extract<PictureSize, 'sm' | 'md' | 'lg'> | undefined
}

/** Picture of a token, with the network it lives on as a badge. */
export function TokenIcon({
  symbol,
  src,
  networkId,
  address,
  networkIcon,
  networkName,
  size = 'md',
}: TokenIconProps) {
  const messages = useMessages(kit)
  const name = safeText(symbol, 12)
  const label = networkName
    ? messages.tokenOnNetwork({ token: name, network: safeText(networkName, 40) })
    : undefined
  return (
    <span
      className="lk-token-icon"
      data-size={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <FoundPicture
        seed={symbol}
        initials={[...name].slice(0, 2).join('')}
        src={src}
        of={networkId && subjectOf(networkId, address, symbol)}
        shape="circle"
        size={size}
      />
      {networkName ? (
        <span className="lk-token-network">
          <FoundPicture
            seed={networkName}
            src={networkIcon}
            of={networkId && { kind: 'network', networkId }}
            shape="circle"
            size="xs"
          />
        </span>
      ) : null}
    </span>
  )
}
