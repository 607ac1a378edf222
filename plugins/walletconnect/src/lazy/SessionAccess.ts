import type { NetworkId } from '@latchkey/kernel/plugin'
import type { SessionTypes } from '@walletconnect/types'
import type { SessionView } from './sessionState.js'

/** What a provider needs of its session. */
export interface SessionAccess {
  readonly walletName: string
  /** What the wallet said of itself when it settled the session. Not checked. */
  readonly properties: Pick<SessionTypes.Struct, 'sessionProperties' | 'scopedProperties'>
  view(): SessionView
  /** Asks the wallet. @throws BaseError by the wallet's code; `SESSION_ENDED` */
  ask(networkId: NetworkId, method: string, params: unknown): Promise<unknown>
  /** Makes a network current, which the wallet is asked for when its session lacks it. */
  switchNetwork(networkId: NetworkId): Promise<void>
  /** Told after every change, and when the session ends. */
  subscribe(listener: (ended: boolean) => void): () => void
}
