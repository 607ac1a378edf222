import { accountId, type NetworkId } from '../contracts/caip.js'
import { copyList } from '../contracts/copyList.js'
import type { Account, Connection, ConnectRequest } from '../contracts/points/connector.js'
import { ConnectorError } from '../errors/connector.js'
import { readField } from '../errors/readField.js'
import { invalidAnswer } from '../errors/rpc.js'
import { plainText } from '../keys/plainText.js'
import { Clock } from '../platform/clock.js'
import { Log } from '../platform/log.js'
import { abortedError, untilAborted } from '../platform/untilAborted.js'
import type { InjectedWalletOptions, InjectedWalletParts } from './createInjectedWallet.js'
import { createWalletFollower, type WalletFollower } from './createWalletFollower.js'
import { describeAnswer } from './describeAnswer.js'

const accountLimit = 100

type Shared = readonly Pick<Account, 'address' | 'label' | 'publicKey'>[]
type Followed = Pick<WalletFollower<Shared>, 'begin' | 'refresh' | 'stop'>
type Ask<Wallet> = InjectedWalletOptions<Wallet>['connect']

/**
 * Opens a wallet by its first question, and follows what it shares until the connection ends.
 *
 * @returns nothing where the wallet shares no account
 * @throws whatever the wallet throws, unread; ConnectorError `NAMESPACE_NOT_FOUND`, `WALLET_ANSWER_INVALID`; BaseError `REQUEST_ABORTED`
 */
export async function openInjectedWallet<Wallet>(
  parts: InjectedWalletParts<Wallet>,
  wallet: Wallet,
  request: ConnectRequest,
  first: Ask<Wallet>,
): Promise<Connection | undefined> {
  const { namespace, name } = parts
  const networkId = request.networkIds.find((id) => id.startsWith(`${namespace}:`))
  if (!networkId) {
    throw new ConnectorError(`The app lists no network that ${name} can be used on.`, {
      code: 'NAMESPACE_NOT_FOUND',
      parameters: { wallet: name },
      metaMessages: [`Add a network to the plugin of the namespace "${namespace}".`],
    })
  }
  const read = async (ask: Ask<Wallet>, signal: AbortSignal) => {
    const answer = await untilAborted(signal, async () => ask(wallet, networkId))
    const shared = readShared(parts, networkId, answer)
    return shared.length > 0 ? shared : undefined
  }
  const watched = follow(parts, wallet, networkId, request, (signal) => read(parts.accounts, signal))
  try {
    const shared = await watched.begin(() => read(first, request.signal))
    return shared && connectionOf(parts, wallet, networkId, shared, watched)
  } catch (error) {
    watched.stop()
    throw error
  }
}

function follow<Wallet>(
  parts: InjectedWalletParts<Wallet>,
  wallet: Wallet,
  networkId: NetworkId,
  { signal, onChange }: ConnectRequest,
  read: (signal: AbortSignal) => Promise<Shared | undefined>,
): Followed {
  const { name, context, readError, watch } = parts
  const log = context.get(Log)
  let stopWatching = () => {}
  const follower = createWalletFollower<Shared>({
    name,
    clock: context.get(Clock),
    log,
    ask: (overtaken) =>
      read(overtaken).catch((error: unknown) => {
        throw readError(error, { method: 'accounts', wallet: name })
      }),
    textOf: (shared) => JSON.stringify(shared),
    show: (shared) => onChange({ accounts: accountsOf(parts, networkId, shared) }),
    end: (reason) => onChange({ ended: reason === undefined ? {} : { reason } }),
    release() {
      try {
        stopWatching()
      } catch (error) {
        log.debug(`${name} could not be left alone.`, error)
      }
    },
  })
  return {
    refresh: follower.refresh,
    stop: follower.stop,
    begin(first) {
      if (signal.aborted) return Promise.reject(abortedError(signal))
      // An event is only a reason to ask: what the wallet answers is read in one place, and the newest answer counts.
      return follower.begin(async () => {
        stopWatching = watch?.(wallet, () => follower.doubt('end')) ?? stopWatching
        return first()
      })
    },
  }
}

function connectionOf<Wallet>(
  parts: InjectedWalletParts<Wallet>,
  wallet: Wallet,
  networkId: NetworkId,
  shared: Shared,
  { refresh, stop }: Followed,
): Connection {
  return {
    accounts: accountsOf(parts, networkId, shared),
    networks: { [parts.namespace]: networkId },
    provider: () => wallet,
    refresh,
    async disconnect() {
      stop()
      try {
        await parts.disconnect?.(wallet)
      } catch (error) {
        // The person has ended it, whatever the wallet says.
        parts.context.get(Log).debug(`${parts.name} could not end the session.`, error)
      }
    },
    release: stop,
  }
}

const accountsOf = <Wallet>(
  { namespace, kind = 'eoa' }: InjectedWalletParts<Wallet>,
  networkId: NetworkId,
  shared: Shared,
): readonly Account[] =>
  shared.map((one) => ({ ...one, id: accountId(networkId, one.address), namespace, kind }))

/** @throws ConnectorError `WALLET_ANSWER_INVALID` for what is no list of the namespace's addresses. */
function readShared<Wallet>(
  { name, isAddress }: InjectedWalletParts<Wallet>,
  networkId: NetworkId,
  answer: unknown,
): Shared {
  const list = copyList(answer, accountLimit)
  if (!list) throw invalidAnswer(name, 'accounts', describeAnswer(answer))
  const shared = new Map<string, Shared[number]>()
  for (const entry of list) {
    const address = typeof entry === 'string' ? entry : readField(entry, 'address')
    if (typeof address !== 'string' || !isAddress(address, networkId)) {
      throw invalidAnswer(name, 'accounts', describeAnswer(address))
    }
    const label = plainText(readField(entry, 'label'))
    const publicKey = readField(entry, 'publicKey')
    const isKey = typeof publicKey === 'string' && /^(?:[\da-f]{2}){1,128}$/i.test(publicKey)
    if (shared.has(address)) continue
    shared.set(address, { address, ...(label && { label }), ...(isKey && { publicKey }) })
  }
  return [...shared.values()]
}
