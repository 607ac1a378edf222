import type { WebSocket } from 'ws'
import type { StoredMessage } from './mailbox.js'

/** One open connection of one client. */
export interface RelaySocket {
  readonly socket: WebSocket
  readonly clientId: string
  readonly topics: Set<string>
  /** Pushes sent and not yet acknowledged, by JSON-RPC id. */
  readonly unacknowledged: Map<number, StoredMessage>
  /** Pushes a `reorder` fault holds back. */
  held: StoredMessage[]
}

export function createRelaySocket(socket: WebSocket, clientId: string): RelaySocket {
  return { socket, clientId, topics: new Set(), unacknowledged: new Map(), held: [] }
}

export function sendFrame(target: RelaySocket, frame: object): void {
  if (target.socket.readyState === target.socket.OPEN) target.socket.send(JSON.stringify(frame))
}
