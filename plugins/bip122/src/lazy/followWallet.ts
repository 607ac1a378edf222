import { createWalletFollower, type Otherwise, type WalletFollower } from '@latchkey/kernel/chain'
import type { Clock, Connection, ConnectRequest, LogService } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork, BitcoinNetworks } from '../networks.js'
import type { WalletAdapter, WalletState } from './adapters/adapter.js'
import { readSession, type SessionFacts } from './readSession.js'

export interface OpenerTools {
  readonly networks: BitcoinNetworks
  readonly clock: Clock
  readonly log: LogService
}

/** A wallet that is asked for its accounts. */
export interface Opening extends OpenerTools {
  readonly name: string
  readonly adapter: WalletAdapter
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly BitcoinNetwork[]
  readonly request: ConnectRequest
}

/** Follows what a wallet of any dialect tells, by its adapter. */
export function followWallet(opening: Opening): WalletFollower<SessionFacts> {
  const { name, adapter, request, clock, log } = opening
  const { refresh } = adapter
  const follower = createWalletFollower<SessionFacts>({
    name,
    clock,
    log,
    ...(refresh && { ask: async (signal) => readWord(opening, await refresh(signal)) }),
    textOf: (facts) => JSON.stringify(facts),
    show: (facts) =>
      request.onChange({
        accounts: facts.accounts,
        networks: facts.networks,
        ...approvedOf(adapter, facts),
      }),
    end: (reason) => request.onChange({ ended: reason === undefined ? {} : { reason } }),
    release: () => stop(),
  })
  const failed = (error: unknown) => log.debug(`An event of "${name}" was ignored.`, error)
  function wordOf(otherwise: Otherwise<WalletState>): Otherwise<SessionFacts> {
    if (typeof otherwise === 'string') return otherwise
    try {
      const word = readWord(opening, otherwise.word)
      return word ? { word } : 'end'
    } catch (error) {
      failed(error)
      return 'keep'
    }
  }
  const stop = adapter.listen({
    hear: (read) => follower.hear(() => readWord(opening, read())),
    doubt: (otherwise) => follower.doubt(wordOf(otherwise)),
    failed,
  })
  return follower
}

/** What a wallet says, checked. `undefined` where it shares no account. @throws ConnectorError `WALLET_ANSWER_INVALID` */
export function readWord({ name, asked }: Opening, state: WalletState | undefined): SessionFacts | undefined {
  const facts = state && readSession(name, state, asked)
  return facts && facts.accounts.length > 0 ? facts : undefined
}

/** Where accounts can be used, when that is not up to the wallet: one that can be asked to switch serves every network. */
export function approvedOf(
  { switchNetwork }: WalletAdapter,
  facts: SessionFacts | undefined,
): Pick<Connection, 'approvedNetworks'> {
  return facts && !switchNetwork ? { approvedNetworks: facts.approvedNetworks } : {}
}
