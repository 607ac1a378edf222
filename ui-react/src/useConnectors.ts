import { Connector, type ConnectorContribution } from '@latchkey/kernel/plugin'
import { readConnector } from './contain/readConnector.js'
import { useSoundContributions } from './useSoundContributions.js'

/** The connectors that can be listed. One that is not what its plugin promised costs itself, not the list. */
export const useConnectors = (): readonly ConnectorContribution[] =>
  useSoundContributions(Connector, readConnector)
