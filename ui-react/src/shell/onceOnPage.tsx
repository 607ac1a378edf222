import { Navigation } from '@latchkey/kernel/wallet'
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { useKernel } from '../useKernel.js'

/**
 * A component that a page needs once for a kernel. The first provider that has it draws it, and when that one leaves,
 * another takes its place. The kernel holds the claims, so they hold between copies of this package too. Those who wait
 * hear of one that leaves by a question for a route that nobody draws: an event would reach the host's own listeners.
 */
export function onceOnPage(claim: string, Component: ComponentType): () => ReactNode {
  const left = `${claim}:left`
  return () => {
    const kernel = useKernel()
    const [isOwn, setOwn] = useState(false)
    useLayoutEffect(() => {
      const navigation = kernel.get(Navigation)
      let leave: (() => void) | undefined
      const take = () => {
        if (leave || navigation.draws(claim)) return
        leave = navigation.attach((name) => name === claim)
        setOwn(true)
      }
      const stop = navigation.attach((name) => {
        if (name === left) take()
        return false
      })
      take()
      if (!leave) {
        import('./tellDrawnTwice.js').then(
          (own) => own.tellDrawnTwice(kernel, claim, () => !leave),
          // Nothing else hangs on what only a developer is told.
          () => {},
        )
      }
      return () => {
        stop()
        leave?.()
        leave = stop
        setOwn(false)
        navigation.draws(left)
      }
    }, [kernel])
    return isOwn ? <Component /> : null
  }
}
