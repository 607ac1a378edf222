import { extensionPoint } from '../../keys/extensionPoint.js'
import type { AnyToken } from '../../keys/token.js'

/** Something a person can do with the account: send, receive, swap, buy. Shown as an action of the Account view. */
export interface FeatureContribution {
  readonly id: string
  readonly label: string
  /** Place among the actions, 100 when absent; equal numbers keep the host's plugin order. */
  readonly order?: number
  /** The feature is hidden when the active namespace lacks this capability. */
  readonly needs?: AnyToken
  open(): void
}

export const Feature = extensionPoint<FeatureContribution>('latchkey.feature')
