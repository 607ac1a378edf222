import type { NetworkId } from '../../contracts/caip.js'
import type { ConnectorContribution } from '../../contracts/points/connector.js'

/** A connector with a wallet that a test can steer. If a member is missing, the suite fails, unless its `lacks` names it. */
export interface ConnectorHarness {
  readonly connector: ConnectorContribution
  /** Makes the wallet decline the next request. */
  reject?(): void
  /** Makes the wallet decline the next request to switch its network. */
  rejectNetwork?(): void
  /** Makes the wallet leave the next request without an answer. */
  hang?(): void
  /**
   * Makes the wallet take its time: it answers the next request once the returned function is called, as it would have before. That
   * function settles only after the wallet's answer has reached the page.
   */
  hold?(): () => void | Promise<void>
  /** Makes the wallet fail the next request in its own way. */
  fail?(): void
  /** Makes the wallet throw exactly this at the next request. */
  throws?(error: unknown): void
  /**
   * Changes the account on the wallet's side. Settles only after the page was told, and after the connector read what it reads
   * then: with a wallet behind a socket, wait until its message has arrived. The suite looks right after it has settled.
   */
  changeAccount?(): void | Promise<void>
  /** Changes the network on the wallet's side. Settles only after the page was told, as `changeAccount` does. */
  changeNetwork?(): void | Promise<void>
  /** The network that the wallet stands on by its own word, for checking what the connector reports. */
  network?(): NetworkId | undefined
  /** Has the wallet forget that it let the page in, as a person can in its settings. Tells the page nothing. */
  forget?(): void
  /** Takes the wallet away, as on a page where it isn't installed. */
  remove?(): void
  /** How often a person has been asked so far. */
  prompts?(): number
  /** How many listeners and subscriptions the page has at the wallet now. Those of the page itself the suite counts alone. */
  listeners?(): number
  /** Ends what the harness started. */
  stop?(): void | Promise<void>
}
