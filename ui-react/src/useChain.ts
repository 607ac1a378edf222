import { Namespace, type NamespaceId, type NetworkId, type Token } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { attemptCall } from './contain/attemptCall.js'
import { useContributions } from './useContributions.js'
import { useShell } from './useShell.js'

/** What a chain can do without a wallet. `undefined` where no plugin adds the chain, or it can't, or can't be asked. */
export function useChain<T>(id: NetworkId | NamespaceId | undefined, token: Token<T>): T | undefined {
  const { kernel } = useShell()
  // Drawn again when a chain comes or goes.
  useContributions(Namespace)
  return id === undefined ? undefined : attemptCall(() => kernel.find(Wallets)?.chain(id, token), undefined)
}
