import {
  Identities,
  type NamesService,
  parseAccountId,
  PaymentRequest,
  visibleText,
} from '@latchkey/kernel/contracts'
import type { LogService, NamespaceContribution, NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { WatchedAccount } from '../WatchOnlyService.js'
import { networksOf } from './openWatched.js'
import { addressInvalid, nameNotFound } from './watchErrors.js'

export interface FindTools {
  readonly wallets: Pick<WalletsService, 'chain'>
  readonly names: NamesService | undefined
  readonly log: LogService
  namespaces(): readonly NamespaceContribution[]
}

/** Longer than any address or name; it was pasted by mistake. */
const textLimit = 300

/** @throws BaseError `WATCH_ADDRESS_INVALID`, `WATCH_NAME_NOT_FOUND`, or of the name service when no other knew the name */
export async function findAccounts(
  tools: FindTools,
  typed: string,
  signal?: AbortSignal,
): Promise<readonly WatchedAccount[]> {
  const text = visibleText(typed)
  if (text.length === 0 || text.length > textLimit) throw addressInvalid(text)
  const account = parseAccountId(text)
  const known = tools.namespaces().flatMap((namespace): readonly WatchedAccount[] => {
    if (account && account.namespace !== namespace.id) return []
    const address = account?.address ?? text
    const networkIds = networksOf(namespace, address)
    const isHere = networkIds.length > 0 && (!account || networkIds.includes(account.networkId))
    return isHere ? [{ namespace: namespace.id, address, networkIds }] : []
  })
  if (known.length > 0) return known
  const named = await readShortName(tools, text)
  if (named) return [named]
  if (!/^[^\s.]+(?:\.[^\s.]+)+$/u.test(text)) throw addressInvalid(text)
  return resolve(tools, text, signal)
}

/** An address behind the short name of a network (ERC-3770), which alone is watched. */
async function readShortName(tools: FindTools, text: string): Promise<WatchedAccount | undefined> {
  const [, shortName = '', address = ''] = /^([^:]+):([^:]+)$/.exec(text) ?? []
  for (const namespace of tools.namespaces()) {
    const names = await tools.wallets.chain(namespace.id, PaymentRequest)?.links?.shortNames?.()
    const networkId = names && Object.hasOwn(names, shortName) ? names[shortName] : undefined
    if (networkId !== undefined && networksOf(namespace, address).includes(networkId)) {
      return { namespace: namespace.id, address, networkIds: [networkId] }
    }
  }
  return undefined
}

/** Asks every chain side by side. One that does not answer keeps nobody from what another one knows. */
async function resolve(
  tools: FindTools,
  name: string,
  signal: AbortSignal | undefined,
): Promise<readonly WatchedAccount[]> {
  const answers = await Promise.allSettled(
    tools.namespaces().map((namespace) => resolveIn(tools, namespace, name, signal)),
  )
  signal?.throwIfAborted()
  const found = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value ? [answer.value] : [],
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (found.length > 0) {
    if (failed) tools.log.debug('A name could not be asked for on every network.', failed.reason)
    return found
  }
  throw failed?.reason ?? nameNotFound(name)
}

async function resolveIn(
  { wallets, names }: FindTools,
  namespace: NamespaceContribution,
  name: string,
  signal: AbortSignal | undefined,
): Promise<WatchedAccount | undefined> {
  const ids = namespace.networks.map(({ id }) => id)
  const isNamed = (id: NetworkId) => {
    const chain = wallets.chain(id, Identities)
    return names?.supports(id) || (chain !== undefined && chain.supports?.(id) !== false)
  }
  const networkId = ids.find(isNamed)
  if (networkId === undefined) return undefined
  const request = { networkId, name, ...(signal ? { signal } : {}) }
  const address = names?.supports(networkId)
    ? await names.resolve(request)
    : await wallets.chain(networkId, Identities)?.resolve(request)
  if (address === undefined) return undefined
  const networkIds = networksOf(namespace, address)
  return networkIds.length > 0 ? { namespace: namespace.id, address, networkIds, name } : undefined
}
