import {
  type Account,
  Explorer,
  findCapability,
  type NamespaceContribution,
  type Network,
} from '@latchkey/kernel/plugin'
import { attempt } from '../contain/attempt.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'

/** Where an account can be looked up, when its namespace knows how to. */
export function explorerUrl(
  account: Account,
  network: Network | undefined,
  namespace: NamespaceContribution | undefined,
): string | undefined {
  if (!network || !namespace) return undefined
  return attempt(
    () =>
      safeHttpUrl(findCapability(namespace.capabilities, Explorer)?.addressUrl(network.id, account.address)),
    undefined,
  )
}
