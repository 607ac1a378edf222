import { encodePart } from './walletParts.js'

/** What a session is stored and found by. */
export interface ConnectionPlace {
  readonly connectorId: string
  /** Tells a session from others of the same connector; absent where the connector holds one at a time. */
  readonly key?: string | undefined
}

// Like the prefix of wallets, one that no announced wallet can take.
const prefix = 'connection+'

/** The id of a connection: the connector's own where it holds one at a time. */
export function connectionIdOf({ connectorId, key }: ConnectionPlace): string {
  return key === undefined ? connectorId : `${prefix}${encodePart(connectorId)}+${encodePart(key)}`
}

/** Whether a remembered choice speaks of a connection. One without a key speaks of any session of the connector. */
export function isChoiceOf(choice: ConnectionPlace | undefined, place: ConnectionPlace): boolean {
  if (choice?.connectorId !== place.connectorId) return false
  return choice.key === undefined || choice.key === place.key
}
