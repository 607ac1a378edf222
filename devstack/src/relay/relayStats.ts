/** Counts since the relay was started; a restart keeps them. Records are keyed by WalletConnect tag. */
export interface RelayStats {
  /** Open sockets now. */
  readonly sockets: number
  /** Sockets ever accepted. */
  readonly accepted: number
  /** Sockets turned away: bad token or a `refuse` fault. */
  readonly refused: number
  /** Distinct clients (`did:key`) ever accepted. */
  readonly clients: number
  /** Open subscriptions over all sockets. */
  readonly subscriptions: number
  /** Messages waiting in mailboxes. */
  readonly waiting: number
  /** Calls by JSON-RPC method. */
  readonly calls: Readonly<Record<string, number>>
  readonly published: Readonly<Record<number, number>>
  /** Pushes sent, copies made by a `duplicate` fault included. */
  readonly delivered: Readonly<Record<number, number>>
  readonly acknowledged: Readonly<Record<number, number>>
  /** Pushes a `drop` fault swallowed. */
  readonly dropped: Readonly<Record<number, number>>
}

export type RelayCounters = {
  accepted: number
  refused: number
  readonly clients: Set<string>
  readonly calls: Record<string, number>
  readonly published: Record<number, number>
  readonly delivered: Record<number, number>
  readonly acknowledged: Record<number, number>
  readonly dropped: Record<number, number>
}

export function createRelayCounters(): RelayCounters {
  return {
    accepted: 0,
    refused: 0,
    clients: new Set(),
    calls: {},
    published: {},
    delivered: {},
    acknowledged: {},
    dropped: {},
  }
}

export function count(record: Record<PropertyKey, number>, key: string | number): void {
  record[key] = (record[key] ?? 0) + 1
}
