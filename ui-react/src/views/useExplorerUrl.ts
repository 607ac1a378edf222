import type { Account } from '@latchkey/kernel/plugin'
import { Explorer } from '@latchkey/kernel/contracts'
import { attemptCall } from '../contain/attemptCall.js'
import { useAccount } from '../hooks/useAccount.js'
import { useChain } from '../useChain.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'

/** Where an account can be looked up on the active network of its namespace, when the chain knows how to. */
export function useExplorerUrl({ namespace, address }: Account): string | undefined {
  const { network } = useAccount({ namespace })
  const explorer = useChain(network?.id, Explorer)
  if (!network || !explorer) return undefined
  return attemptCall(() => safeHttpUrl(explorer.addressUrl(network.id, address)), undefined)
}
