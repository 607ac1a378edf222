import type { NetworkId } from '@latchkey/kernel/plugin'
import { initials } from '../utils/initials.js'
import { FoundPicture } from './FoundPicture.js'
import type { PictureSize } from './GradientPicture.js'

export interface NetworkIconProps {
  readonly name: string
  readonly src?: string | undefined
  /** CAIP-2. Without a `src`, plugins are asked for the picture of this network. */
  readonly networkId?: NetworkId | undefined
  /** `xs` 20, `sm` 24, `md` 40 (default), `lg` 56, `xl` 72 px. */
  readonly size?: PictureSize | undefined
}

/** Picture of a network: its own, or a gradient made from its name. */
export function NetworkIcon({ name, src, networkId, size = 'md' }: NetworkIconProps) {
  return (
    <FoundPicture
      seed={name}
      initials={initials(name).slice(0, 1)}
      src={src}
      of={networkId && { kind: 'network', networkId }}
      shape="circle"
      size={size}
    />
  )
}
