import { type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { useKernel } from '../useKernel.js'
import { nextFrame } from '../utils/nextFrame.js'

/** Lets the connectors of a wallet that is offered load what connecting needs. */
export function usePrepared(connectors: readonly ConnectorContribution[]): void {
  const kernel = useKernel()
  useEffect(() => {
    // Once the list is painted: a request takes a phone's processor a few milliseconds.
    const painted = nextFrame()
    for (const connector of connectors) {
      // Each by itself: what throws takes no other with it, and not the list.
      painted
        .then(() => connector.prepare?.())
        .catch((error: unknown) => {
          attemptCall(
            () => kernel.find(Log)?.info(`"${connector.name}" could not be prepared.`, error),
            undefined,
          )
        })
    }
  }, [connectors, kernel])
}
