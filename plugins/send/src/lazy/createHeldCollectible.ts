import { type CollectibleReference, CollectibleTransfers, namespaceOf } from '@latchkey/kernel/contracts'
import { followHeld } from '@latchkey/kernel/transaction'
import { SendCollectibleRoute } from '@latchkey/kernel/wallet'
import type { CollectibleState } from '../CollectibleSender.js'
import type { SenderTools } from './SenderTools.js'

export interface HeldTools
  extends Pick<SenderTools, 'wallets' | 'nativeBalances' | 'navigation' | 'clock' | 'log'> {
  readonly state: CollectibleState
}

/** Keeps the form of a collectible with what its account has of it, while that is on screen. */
export function createHeldCollectible(tools: HeldTools) {
  const { wallets, state, log } = tools
  let item: CollectibleReference | undefined
  let reads = 0

  const walletOf = ({ networkId }: CollectibleReference) => {
    const wallet = wallets.active(namespaceOf(networkId))
    return wallet?.networkId === networkId ? wallet : undefined
  }

  async function read(): Promise<void> {
    reads += 1
    const own = reads
    const asked = item
    const wallet = asked && walletOf(asked)
    const transfers = wallet?.use(CollectibleTransfers)
    if (!asked || !wallet || !transfers) return
    const { networkId, address, id } = asked
    const { accountId } = wallet
    try {
      const count = await transfers.count({ networkId, address, id, owner: wallet.account.address })
      // A later question has a newer answer, whichever comes first.
      if (own === reads && walletOf(asked)?.accountId === accountId) {
        state.held = { networkId, address, id, accountId, count }
      }
    } catch (cause) {
      log.debug('A collection did not say how many of an NFT the account has.', cause)
    }
  }

  const stop = followHeld(tools, {
    state: {
      get target() {
        return item && walletOf(item)?.target
      },
    },
    views: [SendCollectibleRoute.name],
    changed: () => void read(),
  })
  return {
    follow(next: CollectibleReference): Promise<void> {
      item = next
      return read()
    },
    stop,
  }
}
