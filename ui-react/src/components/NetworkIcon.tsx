import { initials } from '../utils/initials.js'
import { GradientPicture, type PictureSize } from './GradientPicture.js'

export interface NetworkIconProps {
  readonly name: string
  readonly src?: string | undefined
  /** `xs` 20, `sm` 24, `md` 40 (default), `lg` 56, `xl` 72 px. */
  readonly size?: PictureSize | undefined
}

/** Picture of a network: its own, or a gradient made from its name. */
export function NetworkIcon({ name, src, size = 'md' }: NetworkIconProps) {
  return (
    <GradientPicture seed={name} initials={initials(name).slice(0, 1)} src={src} shape="circle" size={size} />
  )
}
