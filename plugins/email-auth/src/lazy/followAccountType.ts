import type { Account, LogService, PluginContext } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { PreferredAccountSet } from '../events.js'
import type { AccountType } from '../protocol/shapes.js'
import type { AskFrame } from './createEmbeddedWallet.js'

export interface FollowAccountTypeOptions {
  readonly wallets: Pick<WalletsService, 'follow'>
  readonly log: LogService
  readonly context: Pick<PluginContext, 'emit'>
  readonly ask: AskFrame
  /** The connection's accounts on EVM. When it opens, the first one is preferred. */
  readonly accounts: readonly Account[]
  /** Called with the account that the person uses from now on. */
  onChosen(account: Account): void
}

const typeOf = ({ kind }: Account): AccountType => (kind === 'smartAccount' ? 'smartAccount' : 'eoa')

/** Tells the frame which account the person uses, so that it comes first the next time. Returns a function that stops it. */
export function followAccountType({
  wallets,
  log,
  context,
  ask,
  accounts,
  onChosen,
}: FollowAccountTypeOptions): () => void {
  let [last] = accounts
  if (accounts.length < 2) return () => undefined
  return wallets.follow((wallet) => {
    const chosen = accounts.find(({ address }) => address === wallet?.account.address)
    if (!wallet || !chosen || chosen === last) return
    last = chosen
    onChosen(chosen)
    context.emit(PreferredAccountSet, { accountType: typeOf(chosen), network: wallet.networkId })
    ask('setPreferredAccount', { type: typeOf(chosen) }).catch((error: unknown) =>
      log.debug('The wallet’s frame was not told of the account in use.', error),
    )
  }, 'eip155')
}
