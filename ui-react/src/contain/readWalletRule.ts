import type { WalletRule } from '../walletRules.js'
import { attemptCall } from './attemptCall.js'
import { method, text } from './contributionMembers.js'

export function readWalletRule(source: WalletRule): WalletRule {
  const { id, allows } = source
  method(allows, 'allows')
  // A rule that cannot answer filters nothing.
  return {
    id: text(id, 'id'),
    allows: (wallet) => attemptCall(() => allows.call(source, wallet) !== false, true),
  }
}
