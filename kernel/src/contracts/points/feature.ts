import { extensionPoint } from '../../keys/extensionPoint.js'
import type { AnyToken } from '../../keys/token.js'
import { checkShape } from '../checkShape.js'
import type { Words } from '../words.js'

/** Something a person can do with the account: send, receive, swap, buy. Shown as an action of the Account view. */
export interface FeatureContribution {
  readonly id: string
  readonly label: Words
  /** Loads a module whose default export draws the icon. Without one, the shell's own is shown. */
  readonly icon?: () => Promise<unknown>
  /** Place among the actions, 100 when absent; equal numbers keep the host's plugin order. */
  readonly order?: number
  /** The feature is hidden when the active namespace lacks this capability. */
  readonly needs?: AnyToken
  /**
   * `source`: it brings something into the account, as buying and receiving do. `entry`: it gathers every source behind one
   * action, and the sources are not shown beside it. Absent for everything else.
   */
  readonly funds?: 'source' | 'entry'
  /** The feature is hidden while this returns false. */
  readonly when?: () => boolean
  /** Opens it. Returning false, or throwing, tells the person that it could not be opened. */
  open(): unknown
}

export const Feature = extensionPoint<FeatureContribution>('latchkey.feature', {
  check: (feature) =>
    checkShape('latchkey.feature', feature, {
      label: 'words',
      icon: 'function?',
      order: 'number?',
      needs: 'token?',
      funds: 'text?',
      when: 'function?',
      open: 'function',
    }),
  contain: { open: false, when: false },
})
