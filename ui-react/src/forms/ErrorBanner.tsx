import { type BaseError, errorWords } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { Banner } from '../components/Banner.js'
import { useWords } from '../messages/useWords.js'

export interface ErrorBannerProps {
  /** Draws nothing without one. */
  readonly error: BaseError | undefined
  readonly action?: ReactNode | undefined
}

/** An error beside what failed, said at once to those who don't see it. */
export function ErrorBanner({ error, action }: ErrorBannerProps) {
  const say = useWords()
  if (!error) return null
  return (
    <Banner tone="danger" announce="alert" action={action}>
      {say(errorWords(error))}
    </Banner>
  )
}
