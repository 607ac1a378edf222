import type { Account, NetworkId } from '@latchkey/kernel/plugin'
import { type AccountKind, accountId, type ConnectionChange } from '@latchkey/kernel/contracts'
import { readAccounts, readNetworkId } from './answers.js'
import { askWallet } from './askWallet.js'
import { listenToWallet } from './listenToWallet.js'
import { sharedAccounts, type SharedAccountsOptions } from './sharedAccounts.js'

export interface FollowOptions extends SharedAccountsOptions {
  readonly kind: AccountKind
  /** Ends the questions of the beginning. */
  readonly signal: AbortSignal
  tell(change: ConnectionChange): void
}

/** A wallet that is followed from before its first question until it's let go. */
export interface FollowedWallet {
  accounts(): readonly Account[]
  /** CAIP-2. */
  networkId(): NetworkId | undefined
  /**
   * Asks for accounts and network, and takes both in. Returns whether the wallet shares an account.
   *
   * @param method `eth_requestAccounts` may prompt the person (EIP-1102), `eth_accounts` never does.
   * @throws BaseError what the wallet threw; ConnectorError `WALLET_ANSWER_INVALID`.
   */
  begin(method: 'eth_requestAccounts' | 'eth_accounts'): Promise<boolean>
  /** Asks for accounts and network again, without a prompt. */
  refresh(): Promise<void>
  moveTo(networkId: NetworkId): void
  /** Resolves once the wallet says by an event that it stands on the network; never, once it's aborted. */
  arrival(networkId: NetworkId, signal: AbortSignal): Promise<void>
  stop(): void
}

/** Why the wallet is asked for its accounts, and so what it means when it can't say. */
type Doubt = { readonly isHidden: boolean; readonly reason?: string | undefined }

/**
 * Follows what an EIP-1193 wallet says of its accounts and its network. An event that is empty or can't be read is a reason to ask,
 * never to believe: wallets lock and unlock at once, lose their chain for a second, and tell accounts in forms of their own. The
 * newest word counts: an answer that an event has overtaken is dropped.
 */
export function followWallet(options: FollowOptions): FollowedWallet {
  const { provider, name, log, signal } = options
  const seen = createSeen(options)
  const questions = createQuestions(options, seen)

  const stop = listenToWallet(provider, name, log, {
    showAccounts: seen.showAccounts,
    moveTo: seen.moveTo,
    hidden: () => (seen.isOpen ? questions.ask({ isHidden: true }) : seen.showAccounts([])),
    unreachable: (reason) => seen.isOpen && questions.ask({ isHidden: false, reason }),
    unclear: () => (seen.isOpen ? void refresh() : seen.showAccounts([])),
  })
  seen.onEnd(stop)

  async function refresh(): Promise<void> {
    if (!seen.isOpen) return
    questions.ask({ isHidden: false })
    try {
      const turn = seen.turns.network
      const next = readNetworkId(name, 'eth_chainId', await askWallet(provider, 'eth_chainId'))
      if (turn === seen.turns.network && seen.isOpen) seen.moveTo(next)
    } catch (error) {
      log.debug(`${name} could not be asked for its network.`, error)
    }
  }

  return {
    accounts: seen.accounts,
    networkId: () => seen.networkId,
    async begin(method) {
      const turn = seen.turns.accounts
      const answered = readAccounts(name, method, await askWallet(provider, method, undefined, signal))
      if (answered.length === 0) return false
      await settleAccounts(options, seen, answered, turn)
      const { network, accounts } = seen.turns
      const chainId = await askWallet(provider, 'eth_chainId', undefined, signal)
      if (network === seen.turns.network) seen.moveTo(readNetworkId(name, 'eth_chainId', chainId))
      // Told to share nothing since: it may be locked, or was for a moment.
      if (seen.addresses.length === 0 && accounts !== seen.turns.accounts)
        await settleAccounts(options, seen, answered, accounts)
      seen.isOpen = seen.addresses.length > 0
      return seen.isOpen
    },
    refresh,
    moveTo: seen.moveTo,
    arrival: seen.arrival,
    stop() {
      seen.isOpen = false
      stop()
    },
  }
}

/** What the wallet was last seen to say. */
function createSeen({ kind, tell }: FollowOptions) {
  const arrivals = new Map<() => void, NetworkId>()
  let stop = () => {}
  const seen = {
    addresses: [] as readonly string[],
    networkId: undefined as NetworkId | undefined,
    /** Whether the connection is made, and what changes is told. */
    isOpen: false,
    /** Counts events and answers, so that what was overtaken is known. */
    turns: { accounts: 0, network: 0 },
    accounts: () => (seen.networkId ? toAccounts(seen.addresses, seen.networkId, kind) : []),
    showAccounts(addresses: readonly string[]) {
      seen.turns.accounts += 1
      seen.addresses = addresses
      if (seen.isOpen) tell({ accounts: seen.accounts() })
    },
    moveTo(next: NetworkId) {
      seen.turns.network += 1
      const isNew = seen.networkId !== next
      seen.networkId = next
      if (isNew && seen.isOpen) tell({ networks: { eip155: next }, accounts: seen.accounts() })
      for (const [arrived, wanted] of arrivals) if (wanted === next) arrived()
    },
    arrival: (wanted: NetworkId, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const arrived = () => {
          arrivals.delete(arrived)
          resolve()
        }
        arrivals.set(arrived, wanted)
        signal.addEventListener('abort', () => arrivals.delete(arrived), { once: true })
      }),
    onEnd(callback: () => void) {
      stop = callback
    },
    end(reason: string | undefined) {
      stop()
      seen.isOpen = false
      tell({ ended: reason === undefined ? {} : { reason } })
    },
  }
  return seen
}

type Seen = ReturnType<typeof createSeen>

/** Asks once more where the wallet told something else while it was asked: the event may be older than the answer, or newer. */
async function settleAccounts(
  options: FollowOptions,
  seen: Seen,
  answered: readonly string[],
  turn: number,
): Promise<void> {
  const told = seen.turns.accounts === turn ? answered : seen.addresses
  seen.showAccounts(answered)
  if (told.join() === answered.join()) return
  const before = seen.turns.accounts
  const next = await sharedAccounts(options)
  if (next && seen.turns.accounts === before) seen.showAccounts(next)
}

/** A wallet that tells something whenever it's asked would be asked without end: what it answers so often in a row is believed. */
const enoughAnswers = 3

/** Questions for accounts, one at a time: a wallet that tells rubbish without end is asked as often as it answers. */
function createQuestions(options: FollowOptions, seen: Seen) {
  let waiting: (Doubt & { readonly turn: number }) | undefined
  let isAsking = false

  async function run(): Promise<void> {
    let repeated = { answer: undefined as string | undefined, times: 0 }
    while (waiting) {
      const { turn, isHidden, reason } = waiting
      waiting = undefined
      const next = (await sharedAccounts(options)) ?? (isHidden ? [] : undefined)
      const isRepeated = next?.join() === repeated.answer
      repeated = { answer: next?.join(), times: isRepeated ? repeated.times + 1 : 1 }
      // Overtaken by a doubt alone: a word of the wallet is newer than its answer.
      const isSettled = waiting !== undefined && repeated.times >= enoughAnswers
      if (isSettled) waiting = undefined
      if ((turn !== seen.turns.accounts && !isSettled) || !seen.isOpen || !next) continue
      if (next.length === 0) seen.end(reason)
      else seen.showAccounts(next)
    }
    isAsking = false
  }

  return {
    ask(doubt: Doubt): void {
      seen.turns.accounts += 1
      waiting = { ...doubt, turn: seen.turns.accounts }
      if (isAsking) return
      isAsking = true
      void run()
    },
  }
}

function toAccounts(
  addresses: readonly string[],
  networkId: NetworkId,
  kind: AccountKind,
): readonly Account[] {
  return addresses.map((address) => ({
    id: accountId(networkId, address),
    namespace: 'eip155',
    address,
    kind,
  }))
}
