import { Connector, type ConnectorContribution, Log } from '@latchkey/kernel/plugin'
import { useMemo } from 'react'
import { useContributions } from './useContributions.js'
import { useKernel } from './useKernel.js'

/** The connectors that can be listed. One that is not what its plugin promised costs itself, not the list. */
export function useConnectors(): readonly ConnectorContribution[] {
  const kernel = useKernel()
  const connectors = useContributions(Connector)
  return useMemo(
    () =>
      connectors.filter((connector) => {
        try {
          if (isSound(connector)) return true
          kernel.find(Log)?.error(`"${connector.id}" cannot be listed: a field has not the expected type.`)
        } catch (error) {
          kernel.find(Log)?.error(`"${connector.id}" cannot be listed: it threw.`, error)
        }
        return false
      }),
    [connectors, kernel],
  )
}

const isTextOrNothing = (value: unknown) => value === undefined || typeof value === 'string'

function isSound(connector: ConnectorContribution): boolean {
  const { name, namespaces, rdns, walletId } = connector
  return (
    typeof name === 'string' &&
    Array.isArray(namespaces) &&
    isTextOrNothing(rdns) &&
    isTextOrNothing(walletId) &&
    typeof connector.readiness() === 'string'
  )
}
