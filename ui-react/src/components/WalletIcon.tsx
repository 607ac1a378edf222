import { initials } from '../utils/initials.js'
import { FoundPicture } from './FoundPicture.js'
import type { PictureSize } from './GradientPicture.js'

export interface WalletIconProps {
  readonly name: string
  readonly src?: string | undefined
  /** Its id in the wallet directory. Without a `src`, plugins are asked for the picture of this wallet. */
  readonly walletId?: string | undefined
  /** The EIP-6963 id that it announces, asked for like `walletId`. */
  readonly rdns?: string | undefined
  /** `xs` 20, `sm` 24, `md` 40 (default), `lg` 56, `xl` 72 px. */
  readonly size?: PictureSize | undefined
}

/** Picture of a wallet: its own, or a gradient made from its name. */
export function WalletIcon({ name, src, walletId, rdns, size = 'md' }: WalletIconProps) {
  return (
    <FoundPicture
      seed={name}
      initials={initials(name)}
      src={src}
      of={walletId || rdns ? { kind: 'wallet', walletId, rdns } : undefined}
      shape="square"
      size={size}
    />
  )
}
