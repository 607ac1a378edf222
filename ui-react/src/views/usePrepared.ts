import { type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { useKernel } from '../useKernel.js'
import { nextFrame } from '../utils/nextFrame.js'

/** Lets the connectors of a wallet that is offered load what connecting needs. */
export function usePrepared(connectors: readonly ConnectorContribution[]): void {
  const kernel = useKernel()
  useEffect(() => {
    for (const connector of connectors) {
      // Once the list is painted: a request takes a phone's processor a few milliseconds.
      nextFrame()
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
