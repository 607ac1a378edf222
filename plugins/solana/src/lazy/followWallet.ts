import { createWalletFollower, invalidAnswer, type WalletFollower } from '@latchkey/kernel/chain'
import type { Clock, ConnectRequest, LogService } from '@latchkey/kernel/plugin'
import type { SolanaNetwork } from '../networks.js'
import { servedNetworks } from './accounts.js'
import type { AnnouncedWallet } from './announcedWallet.js'
import { noCommonNetwork } from './noCommonNetwork.js'
import { readShared, type SharedByWallet } from './readShared.js'

/** A wallet that is asked for its accounts. */
export interface Opening extends AnnouncedWallet {
  readonly request: ConnectRequest
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly SolanaNetwork[]
  readonly clock: Clock
  readonly log: LogService
}

/**
 * Follows the events of a wallet (Wallet Standard, `standard:events`). They are read from its own list each time, because wallets
 * replace their lists; one that tells another list than the wallet has is a reason to ask.
 *
 * @param ask Asks the wallet without a prompt.
 */
export function followWallet(
  opening: Opening,
  ask: (signal: AbortSignal) => Promise<SharedByWallet | undefined>,
): WalletFollower<SharedByWallet> {
  const { name, wallet, request, asked, clock, log } = opening
  const follower = createWalletFollower<SharedByWallet>({
    name,
    clock,
    log,
    ask,
    textOf: (shared) => JSON.stringify(shared),
    show: ({ accounts, served }) => request.onChange({ accounts, approvedNetworks: { solana: served } }),
    end: (reason = lostNetworks(opening)) =>
      request.onChange({ ended: reason === undefined ? {} : { reason } }),
    release() {
      try {
        off?.()
      } catch (error) {
        log.debug(`"${name}" failed to remove a listener.`, error)
      }
    },
  })
  const read = (given: unknown) => readShared(opening, 'standard:events', given, asked)
  const off = wallet.features['standard:events']?.on('change', (change) =>
    follower.hear(() => {
      const { accounts, chains } = change
      const own = read(wallet.accounts)
      if (accounts !== undefined && addressesOf(read(accounts)) !== addressesOf(own)) {
        throw invalidAnswer(name, 'standard:events', 'accounts that are not those of its own list')
      }
      // An event about something else says nothing of accounts.
      return own ?? ((accounts ?? chains) ? undefined : follower.word)
    }),
  )
  return follower
}

const addressesOf = (shared: SharedByWallet | undefined) =>
  shared?.accounts.map(({ address }) => address).join()

/** Why a wallet that serves no network of the app any more was left. */
function lostNetworks({ name, wallet, asked }: Opening): string | undefined {
  try {
    return servedNetworks(wallet.chains, asked).length === 0 ? noCommonNetwork(name).shortMessage : undefined
  } catch {
    // A getter that throws gives no reason.
    return undefined
  }
}
