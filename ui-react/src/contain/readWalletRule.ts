import type { WalletRule } from '../walletRules.js'
import { attempt } from './attempt.js'
import { method, text } from './contributionMembers.js'

export function readWalletRule(source: WalletRule): WalletRule {
  const { id, allows } = source
  method(allows, 'allows')
  // A rule that cannot answer filters nothing.
  return {
    id: text(id, 'id'),
    allows: (wallet) => attempt(() => allows.call(source, wallet) !== false, true),
  }
}
