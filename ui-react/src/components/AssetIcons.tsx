import type { NetworkId } from '@latchkey/kernel/plugin'
import { initials } from '../utils/initials.js'
import { safeText } from '../utils/safeText.js'
import { subjectOf } from '../utils/subjectOf.js'
import { FoundPicture } from './FoundPicture.js'

export interface AssetPicture {
  /** Symbol of a token or name of a collectible: text of strangers, which the fallback is made from. */
  readonly name: string
  readonly src?: string | undefined
  /** CAIP-2. Without a `src`, plugins are asked for the picture of this network's coin, or of the token at `address`. */
  readonly networkId?: NetworkId | undefined
  /** Absent for the native coin. */
  readonly address?: string | undefined
  /** `circle` for tokens, `square` for collectibles. */
  readonly shape: 'circle' | 'square'
}

export interface AssetIconsProps {
  /** One, or two that belong together, such as the two sides of a swap. Further ones are left out. */
  readonly assets: readonly AssetPicture[]
}

/** The pictures of one or two assets in the place of one. Decoration: the amounts stand beside it. */
export function AssetIcons({ assets }: AssetIconsProps) {
  const shown = assets.slice(0, 2)
  const isPair = shown.length === 2
  return (
    <span className="lk-asset-icons" data-pair={isPair ? '' : undefined} aria-hidden="true">
      {shown.map(({ name, src, shape, networkId, address }, index) => {
        const text = safeText(name, 40)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places, which never move
          <span key={index} className="lk-asset-icon" data-shape={shape}>
            <FoundPicture
              seed={name}
              initials={shape === 'square' ? initials(text) : [...text].slice(0, 2).join('')}
              src={src}
              of={networkId && subjectOf(networkId, address, name)}
              shape={shape}
              size={isPair ? 'sm' : 'md'}
            />
          </span>
        )
      })}
    </span>
  )
}
