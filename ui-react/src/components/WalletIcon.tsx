import { initials } from '../utils/initials.js'
import { GradientPicture, type PictureSize } from './GradientPicture.js'

export interface WalletIconProps {
  readonly name: string
  readonly src?: string | undefined
  /** `xs` 20, `sm` 24, `md` 40 (default), `lg` 56, `xl` 72 px. */
  readonly size?: PictureSize | undefined
}

/** Picture of a wallet: its own, or a gradient made from its name. */
export function WalletIcon({ name, src, size = 'md' }: WalletIconProps) {
  return <GradientPicture seed={name} initials={initials(name)} src={src} shape="square" size={size} />
}
