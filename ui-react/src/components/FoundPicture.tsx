import type { PictureSubject } from '@latchkey/kernel/contracts'
import { useRef } from 'react'
import { useFoundPicture } from '../utils/useFoundPicture.js'
import { GradientPicture, type GradientPictureProps } from './GradientPicture.js'

export interface FoundPictureProps extends Omit<GradientPictureProps, 'place' | 'isAwaited'> {
  /** What plugins are asked for a picture of when there is no `src`. */
  readonly of?: PictureSubject | undefined
}

/** A gradient picture that plugins are asked for. Apart, because the account's button needs no such thing. */
export function FoundPicture({ of, src, ...picture }: FoundPictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const { source, isSearching } = useFoundPicture(place, src ? undefined : of)
  return <GradientPicture {...picture} src={src || source} place={place} isAwaited={isSearching} />
}
