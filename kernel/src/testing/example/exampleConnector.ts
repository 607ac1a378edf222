import { copyList } from '../../contracts/copyList.js'
import { accountId, type NetworkId } from '../../contracts/caip.js'
import type {
  Account,
  Connection,
  ConnectorContribution,
  ConnectRequest,
} from '../../contracts/points/connector.js'
import { ConnectorError } from '../../errors/connector.js'
import { invalidAnswer, rpcErrorFrom } from '../../errors/rpc.js'
import { untilAborted } from '../../platform/untilAborted.js'
import type { ExampleMethod, ExampleProvider } from './createExampleWallet.js'
import { isExampleAddress } from './exampleAddress.js'

const name = 'Example wallet'
const accountLimit = 100

/** Asks the wallet, and says what it throws in our words. */
type Ask = (method: ExampleMethod, parameter?: unknown) => Promise<unknown>

/** A connector as it should be, for the example's wallet. `find` looks for the wallet on the page. */
export function exampleConnector(find: () => ExampleProvider | undefined): ConnectorContribution {
  return {
    id: 'example.chain.wallet',
    name,
    group: 'injected',
    namespaces: ['example'],
    readiness: () => (find() ? 'installed' : 'missing'),
    prepare: async () => {},
    async connect(request) {
      const connection = await open(find(), request, 'connect')
      if (!connection) throw invalidAnswer(name, 'connect', 'no account')
      return connection
    },
    restore: async (request) => (find() ? open(find(), request, 'accounts') : undefined),
    listen({ signal, onShared }) {
      const provider = find()
      if (signal.aborted || !provider) return
      const hear = () => onShared()
      provider.on('accounts', hear)
      signal.addEventListener('abort', () => provider.off('accounts', hear), { once: true })
    },
  }
}

async function open(
  provider: ExampleProvider | undefined,
  request: ConnectRequest,
  method: 'connect' | 'accounts',
): Promise<Connection | undefined> {
  if (!provider) throw new ConnectorError(`${name} was not found.`, { code: 'WALLET_NOT_FOUND' })
  const ask: Ask = async (question, parameter) => {
    try {
      return await untilAborted(request.signal, () => provider.request(question, parameter))
    } catch (error) {
      throw rpcErrorFrom(error, { method: question })
    }
  }
  const addresses = readAddresses(await ask(method))
  if (addresses.length === 0) return undefined
  return makeConnection(provider, request, { addresses, networkId: readNetwork(await ask('network')) })
}

function makeConnection(
  provider: ExampleProvider,
  { onChange }: ConnectRequest,
  shared: { readonly addresses: readonly string[]; readonly networkId: NetworkId },
): Connection {
  let { networkId } = shared
  const hearAccounts = (payload: unknown) => {
    const addresses = readAddresses(payload)
    onChange(addresses.length > 0 ? { accounts: accountsOf(addresses, networkId) } : { ended: {} })
  }
  const moveTo = (next: NetworkId) => {
    networkId = next
    onChange({ networks: { example: next } })
  }
  const hearNetwork = (payload: unknown) => moveTo(readNetwork(payload))
  provider.on('accounts', hearAccounts)
  provider.on('network', hearNetwork)
  const release = () => {
    provider.off('accounts', hearAccounts)
    provider.off('network', hearNetwork)
  }
  return {
    accounts: accountsOf(shared.addresses, networkId),
    networks: { example: networkId },
    provider: () => provider,
    supports: (_, id) => id.startsWith('example:'),
    async switchNetwork(next) {
      await switchTo(provider, next)
      moveTo(next)
    },
    async refresh() {
      hearAccounts(await provider.request('accounts'))
      moveTo(readNetwork(await provider.request('network')))
    },
    async disconnect() {
      release()
      // The person has ended it, whatever the wallet says.
      await provider.request('disconnect').catch(() => {})
    },
    release,
  }
}

async function switchTo(provider: ExampleProvider, networkId: NetworkId): Promise<void> {
  try {
    await provider.request('switchNetwork', Number(networkId.slice('example:'.length)))
    const there = readNetwork(await provider.request('network'))
    if (there !== networkId) {
      throw new ConnectorError(`${name} did not switch the network.`, { code: 'NETWORK_SWITCH_UNCONFIRMED' })
    }
  } catch (error) {
    throw rpcErrorFrom(error, { method: 'switchNetwork' })
  }
}

/** @throws ConnectorError `WALLET_ANSWER_INVALID` for what is no list of addresses. */
function readAddresses(answer: unknown): readonly string[] {
  const list = copyList(answer, accountLimit)
  if (list?.every((one) => typeof one === 'string' && isExampleAddress(one))) return list as readonly string[]
  throw invalidAnswer(name, 'accounts', typeof answer)
}

function readNetwork(answer: unknown): NetworkId {
  if (answer === 1 || answer === 2) return `example:${answer}`
  throw invalidAnswer(name, 'network', typeof answer)
}

const accountsOf = (addresses: readonly string[], networkId: NetworkId): readonly Account[] =>
  addresses.map((address) => ({
    id: accountId(networkId, address),
    namespace: 'example',
    address,
    kind: 'eoa',
  }))
