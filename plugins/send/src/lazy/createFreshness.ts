import type { TimerHandle } from '@latchkey/kernel/plugin'
import { SendPreviewRoute } from '../routes.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds after which a shown preview is worked out again. */
export const freshTime = 30_000

/** Has the preview worked out again once it has aged, while it is shown. */
export function createFreshness({ state, clock, navigation }: SenderTools, refresh: () => void) {
  let timer: TimerHandle | undefined

  function stop(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  return {
    keep(): void {
      stop()
      timer = clock.setTimeout(() => {
        const isShown = navigation.state.entries.at(-1)?.name === SendPreviewRoute.name
        if (isShown && state.phase === 'ready') refresh()
      }, freshTime)
    },
    stop,
  }
}
