import type { NetworkId } from '../contracts/caip.js'
import { namespaceOf } from '../contracts/caip.js'
import { UserRejectedError } from '../errors/userRejected.js'
import type {
  Account,
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectRequest,
  ListenRequest,
} from '../contracts/points/connector.js'

/** `approve` does as asked, `reject` as a person who declines, `hang` never answers; a function decides itself. */
export type FakeAnswer<Input> = 'approve' | 'reject' | 'hang' | ((input: Input) => unknown)

export interface FakeWalletOptions {
  /** The connector's id. Default `fake.wallet`. */
  readonly id?: string
  readonly name?: string
  readonly accounts: readonly Account[]
  /** Network the wallet stands on, per namespace. Default none: it follows the app. */
  readonly networks?: Connection['networks']
  readonly approvedNetworks?: Connection['approvedNetworks']
  /** Default: the wallet can do everything. */
  readonly supports?: Connection['supports']
  /** What the wallet offers to capabilities. Default an object that names wallet and namespace. */
  readonly provider?: Connection['provider']
  /** Whether the app can listen to the wallet once it shares nothing any more. Default it can't. */
  readonly listens?: boolean
  readonly answers?: {
    readonly connect?: FakeAnswer<ConnectRequest>
    readonly restore?: FakeAnswer<ConnectRequest>
    readonly switchNetwork?: FakeAnswer<NetworkId>
    readonly disconnect?: FakeAnswer<void>
  }
}

export interface FakeWallet {
  readonly connector: ConnectorContribution
  /** Changes what the wallet answers from now on. */
  answer(answers: NonNullable<FakeWalletOptions['answers']>): void
  /** Reports a change to every page that listens, and keeps it. */
  report(change: ConnectionChange): void
  /** Tells by itself that it shares accounts, as a wallet that is unlocked does. Who listens asks it then. */
  share(): void
  /** Connections that still listen, and those who wait for {@link share}. */
  readonly listeners: number
  /** What was asked, oldest first: `connect`, `restore`, `switchNetwork eip155:1`, `disconnect`. */
  readonly asked: readonly string[]
}

/** A wallet in memory. Asked something it was not told the answer to, it throws. */
export function fakeWallet(options: FakeWalletOptions): FakeWallet {
  const { id = 'fake.wallet', name = 'Fake wallet' } = options
  let { accounts, networks = {} } = options
  const answers = { ...options.answers }
  const open = new Set<(change: ConnectionChange) => void>()
  const waiting = createWaiting()
  const asked: string[] = []

  type Method = keyof typeof answers
  async function run<Input, Output>(method: Method, input: Input, approve: () => Output): Promise<Output> {
    asked.push(method === 'switchNetwork' ? `${method} ${input}` : method)
    return giveAnswer(method, answers[method] as FakeAnswer<Input> | undefined, input, approve)
  }

  function report(change: ConnectionChange): void {
    accounts = change.accounts ?? accounts
    networks = { ...networks, ...change.networks }
    for (const listener of [...open]) listener(change)
    if (change.ended) open.clear()
  }

  function connection({ namespaces, onChange }: ConnectRequest): Connection {
    open.add(onChange)
    return {
      ...factsFor(namespaces, accounts, networks),
      ...toldFacts(options),
      provider: options.provider ?? ((namespace) => ({ wallet: id, namespace })),
      switchNetwork: (networkId) =>
        run('switchNetwork', networkId, () =>
          report({ networks: { ...networks, [namespaceOf(networkId)]: networkId } }),
        ),
      async disconnect() {
        open.delete(onChange)
        await run('disconnect', undefined, () => {})
      },
      release: () => void open.delete(onChange),
    }
  }

  return {
    asked,
    connector: {
      id,
      name,
      group: 'injected',
      namespaces: [...new Set(accounts.map((account) => account.namespace))],
      readiness: () => 'installed',
      connect: (request) => run('connect', request, () => connection(request)),
      restore: (request) => run('restore', request, () => connection(request)),
      ...(options.listens ? { listen: waiting.listen } : {}),
    },
    answer: (next) => void Object.assign(answers, next),
    report,
    share: waiting.share,
    get listeners() {
      return open.size + waiting.count()
    },
  }
}

/** Those who wait for a wallet to tell that it shares accounts. */
function createWaiting() {
  const waiting = new Set<ListenRequest>()
  return {
    count: () => waiting.size,
    share: () => [...waiting].forEach(({ onShared }) => void onShared()),
    listen(request: ListenRequest): void {
      waiting.add(request)
      request.signal.addEventListener('abort', () => waiting.delete(request), { once: true })
    },
  }
}

async function giveAnswer<Input, Output>(
  method: string,
  answer: FakeAnswer<Input> | undefined,
  input: Input,
  approve: () => Output,
): Promise<Output> {
  if (answer === undefined) throw new Error(`The fake wallet was not told what to answer to ${method}.`)
  if (answer === 'reject') throw new UserRejectedError()
  if (answer === 'hang') return new Promise<never>(() => {})
  return answer === 'approve' ? approve() : (answer(input) as Output)
}

const toldFacts = ({
  approvedNetworks,
  supports,
}: FakeWalletOptions): Pick<Connection, 'approvedNetworks' | 'supports'> => ({
  ...(approvedNetworks && { approvedNetworks }),
  ...(supports && { supports }),
})

/** What the wallet tells of the namespaces it is asked for. */
const factsFor = (
  namespaces: ConnectRequest['namespaces'],
  accounts: readonly Account[],
  networks: Connection['networks'],
): Pick<Connection, 'accounts' | 'networks'> => ({
  accounts: accounts.filter(({ namespace }) => namespaces.includes(namespace)),
  networks: Object.fromEntries(
    Object.entries(networks).filter(([namespace]) => namespaces.includes(namespace)),
  ),
})
