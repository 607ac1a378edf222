import { GradientPicture, type PictureSize } from './GradientPicture.js'

export interface AvatarProps {
  /** Decides the colours, so one account always looks the same. */
  readonly address: string
  /** Name of the person, if one is known. It does not change the colours. */
  readonly name?: string | undefined
  readonly src?: string | undefined
  /** `xs` 20, `sm` 24, `md` 40 (default), `lg` 56, `xl` 72 px. */
  readonly size?: PictureSize | undefined
}

/** Picture of an account: its own, or a gradient made from the address. */
export function Avatar({ address, name, src, size = 'md' }: AvatarProps) {
  return <GradientPicture seed={address || name || ''} src={src} shape="circle" kind="account" size={size} />
}
