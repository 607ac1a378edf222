import { BaseError } from '../../errors/base.js'
import { exampleToken } from '../example/exampleCapabilities.js'
import { coins } from '../example/exampleCoin.js'
import { type BrokenPlugin, brokenCapability } from './brokenPlugin.js'
import { never } from './connect.js'

const native = 'reads the coin in its smallest unit, as the network states it'
const held = 'reads the coin that the chain itself has, also after it has moved'
const tokens = 'reads the tokens that it is asked for, in their decimals'
const aborted = 'gives up when the signal is aborted'
const failed = 'says in a coded error that the node failed'
const facts = 'reads a token, and says TOKEN_NOT_FOUND where none is'
const history = 'reads transactions of the network, each once, the newest first'
const pages = 'reads on from `next` without telling a transaction again'
const allowances = 'reads what others may move, with bigints and with what takes it back'
const owned = 'reads what the account owns, each with its count as a bigint'
const emptied = 'says in a coded error that the node failed, and tells no empty list'
const moves = 'prepares a transfer without opening the wallet, and counts in bigints'
const names = 'finds the address of a name, and nothing for a name that nobody has'
const links = 'leads to https pages of the explorer that the network names, and nowhere else'
const signs = 'asks the person once, and returns the account’s signature'
const bytes = 'signs bytes as well as text'
const rejects = 'says USER_REJECTED when the person declines'
const rubbish = 'takes no rubbish for a signature'

/** Balances and tokens that are read wrongly. */
const brokenBalances: readonly BrokenPlugin[] = [
  brokenCapability(['answers the balance as a float', native, 'number'], ({ balance }) => ({
    balance: { ...balance, native: async () => ({ ...coins(0n), value: 12.5 as never }) },
  })),
  brokenCapability(['answers the balance as text', native, 'string'], ({ balance }) => ({
    balance: { ...balance, native: async () => ({ ...coins(0n), value: '1000' as never }) },
  })),
  brokenCapability(['answers a balance below nothing', native, 'found'], ({ balance }) => ({
    balance: { ...balance, native: async () => coins(-1n) },
  })),
  brokenCapability(
    ['answers the balance in other decimals', native, 'native() of Balance in EX with 6 decimals'],
    ({ balance }) => ({
      balance: { ...balance, native: async () => ({ ...coins(1n), decimals: 18 }) },
    }),
  ),
  brokenCapability(
    ['answers the balance in another unit', held, 'native() of Balance to read 1000, which the account has'],
    ({ balance }) => ({
      balance: {
        ...balance,
        native: async (request) => coins((await balance.native(request)).value * 10n),
      },
    }),
  ),
  brokenCapability(
    [
      'answers the balance that it read first',
      held,
      'native() of Balance to read 890, which the account has',
    ],
    ({ balance }) => {
      let first: ReturnType<typeof balance.native> | undefined
      return { balance: { ...balance, native: (request) => (first ??= balance.native(request)) } }
    },
  ),
  brokenCapability(
    ['answers another token than it was asked for', tokens, 'tokens() of Balance to answer'],
    ({ balance }) => ({
      balance: {
        ...balance,
        tokens: async () => [
          { ...exampleToken, value: 1n, token: { ...exampleToken, address: 'ex1000000fe' } },
        ],
      },
    }),
  ),
  brokenCapability(
    ['answers tokens in other decimals', tokens, 'the 2 decimals that TokenFacts reads'],
    ({ balance }) => ({
      balance: {
        ...balance,
        tokens: async () => [{ ...exampleToken, decimals: 18, value: 1n, token: exampleToken }],
      },
    }),
  ),
  brokenCapability(
    ['reads on when it is aborted', aborted, 'whose signal was aborted to settle'],
    ({ balance }) => ({
      balance: { ...balance, native: ({ signal: _, ...request }) => balance.native(request) },
    }),
  ),
  brokenCapability(
    ['tells a failing node as it came', failed, 'one of our errors of native()'],
    ({ balance }) => ({
      balance: {
        ...balance,
        native: (request) => balance.native(request).catch(() => Promise.reject(new Error('ECONNRESET'))),
      },
    }),
  ),
  brokenCapability(
    ['takes a failing node for nothing', failed, 'native() of Balance with a failing node to reject'],
    ({ balance }) => ({
      balance: { ...balance, native: (request) => balance.native(request).catch(() => coins(0n)) },
    }),
  ),
  brokenCapability(
    ['makes up a token where none is', facts, 'read() of TokenFacts where no token is to reject'],
    () => ({
      tokenFacts: { read: async ({ token }) => ({ ...exampleToken, address: token }) },
    }),
  ),
  brokenCapability(
    ['says in a code of its own that no token is there', facts, 'the code TOKEN_NOT_FOUND, found NOTHING'],
    ({ tokenFacts }) => ({
      tokenFacts: {
        read: (request) =>
          tokenFacts
            .read(request)
            .catch(() => Promise.reject(new BaseError('Nothing.', { code: 'NOTHING' }))),
      },
    }),
  ),
]

/** Lists that are read wrongly. */
const brokenLists: readonly BrokenPlugin[] = [
  brokenCapability(
    ['answers amounts of the past as numbers', history, 'transfers that can be read'],
    ({ history }) => ({
      history: {
        async read(request) {
          const page = await history.read(request)
          const transfers = [{ direction: 'out', amount: { ...coins(0n), value: 1 as never } }] as const
          return { ...page, transactions: page.transactions.map((one) => ({ ...one, transfers })) }
        },
      },
    }),
  ),
  brokenCapability(
    ['answers transactions without an id', history, 'every entry of read()'],
    ({ history }) => ({
      history: {
        async read(request) {
          const page = await history.read(request)
          return { ...page, transactions: page.transactions.map(({ id: _, ...one }) => one as never) }
        },
      },
    }),
  ),
  brokenCapability(
    ['tells the oldest transaction first', history, 'the newest transaction first'],
    ({ history }) => ({
      history: {
        async read(request) {
          const page = await history.read(request)
          return { ...page, transactions: [...page.transactions].reverse() }
        },
      },
    }),
  ),
  brokenCapability(
    ['tells transactions of another network', history, 'transactions of example:1'],
    ({ history }) => ({
      history: { read: (request) => history.read({ ...request, networkId: 'example:2' }) },
    }),
  ),
  brokenCapability(
    ['tells its first page again', pages, 'each entry of two pages of History once'],
    ({ history }) => ({
      history: { read: ({ cursor: _, ...request }) => history.read(request) },
    }),
  ),
  brokenCapability(
    ['takes a failing node for an empty past', emptied, 'with a failing node to reject'],
    ({ history }) => ({
      history: { read: (request) => history.read(request).catch(() => ({ transactions: [] })) },
    }),
  ),
  brokenCapability(
    ['answers approvals with numbers', allowances, 'every entry of read()'],
    ({ allowances }) => ({
      allowances: {
        async read(request) {
          const answer = await allowances.read(request)
          return { ...answer, allowances: answer.allowances.map((one) => ({ ...one, amount: 7 as never })) }
        },
      },
    }),
  ),
  brokenCapability(
    ['answers approvals that nothing takes back', allowances, 'calls that take "allowance-1" back'],
    ({ allowances }) => ({
      allowances: {
        async read(request) {
          const answer = await allowances.read(request)
          return { ...answer, allowances: answer.allowances.map((one) => ({ ...one, revoke: [] })) }
        },
      },
    }),
  ),
  brokenCapability(['counts collectibles in numbers', owned, 'every entry of read()'], ({ owned }) => ({
    owned: {
      async read(request) {
        const page = await owned.read(request)
        return { ...page, items: page.items.map((one) => ({ ...one, count: 1 as never })) }
      },
    },
  })),
  brokenCapability(['counts what it moves in numbers', moves, 'ownerHas'], ({ transfers }) => ({
    transfers: {
      ...transfers,
      prepare: async (request) => ({ ...(await transfers.prepare(request)), ownerHas: 1 as never }),
    },
  })),
  brokenCapability(
    [
      'moves a collectible to its owner',
      'refuses a transfer to the owner',
      'of a collectible to the owner to reject',
    ],
    ({ transfers }) => ({
      transfers: {
        ...transfers,
        prepare: (request) =>
          transfers.prepare(request).catch(() => ({ calls: [1], ownerHas: 1n, receiverHas: 0n })),
      },
    }),
  ),
]

/** Names, links and signatures that are wrong. */
const brokenWords: readonly BrokenPlugin[] = [
  brokenCapability(
    ['resolves a name that nobody has', names, 'resolve() of Identities to answer undefined'],
    ({ names }) => ({
      names: { ...names, resolve: async () => 'ex1000000aa' },
    }),
  ),
  brokenCapability(
    ['throws for a name that nobody has', names, 'resolve() of "latchkey.capability.identity/1" to work'],
    ({ names }) => ({
      names: { ...names, resolve: () => Promise.reject(new Error('NXDOMAIN')) },
    }),
  ),
  brokenCapability(
    ['resolves a name to somebody else', names, '"own.example" to stand for ex100000001'],
    ({ names }) => ({
      names: {
        ...names,
        resolve: async (request) =>
          (await names.resolve(request)) === undefined ? undefined : 'ex1000000aa',
      },
    }),
  ),
  brokenCapability(
    ['leads where the address says', links, 'addressUrl() of Explorer to lead to https://explorer.example'],
    ({ explorer }) => ({
      explorer: { ...explorer, addressUrl: (_, address) => address },
    }),
  ),
  brokenCapability(
    ['leads out of the explorer', links, 'to lead to https://explorer.example'],
    ({ explorer }) => ({
      explorer: {
        ...explorer,
        transactionUrl: (_, id) => `https://explorer.example.evil/${encodeURIComponent(id)}`,
      },
    }),
  ),
  brokenCapability(['links networks that nobody lists', links, 'no link for a network'], ({ explorer }) => ({
    explorer: {
      ...explorer,
      addressUrl: (_, address) => `https://explorer.example/${encodeURIComponent(address)}`,
    },
  })),
  brokenCapability(
    ['signs another text', signs, 'a signature of the account over the message'],
    ({ signing }) => ({
      signing: { sign: (request) => signing.sign({ ...request, message: 'something else' }) },
    }),
  ),
  brokenCapability(
    ['asks twice for one signature', signs, 'sign() to open the wallet once'],
    ({ signing }) => ({
      signing: { sign: async (request) => (await signing.sign(request)) && signing.sign(request) },
    }),
  ),
  brokenCapability(['answers the bare signature', signs, 'sign()'], ({ signing }) => ({
    signing: { sign: async (request) => (await signing.sign(request)).signature as never },
  })),
  brokenCapability(['never signs', signs, 'sign() of "latchkey.capability.signMessage/1" to settle'], () => ({
    signing: { sign: () => never() },
  })),
  brokenCapability(
    ['signs bytes as if they were text', bytes, 'over the bytes that were given'],
    ({ signing }) => ({
      signing: { sign: (request) => signing.sign({ ...request, message: String(request.message) }) },
    }),
  ),
  brokenCapability(
    ['tells a refused signature in its own words', rejects, 'one of our errors of sign()'],
    ({ signing }) => ({
      signing: {
        sign: (request) => signing.sign(request).catch(() => Promise.reject(new Error('declined'))),
      },
    }),
  ),
  brokenCapability(['takes rubbish for a signature', rubbish, 'sign() when the wallet answers'], () => ({
    signing: {
      sign: async ({ provider, message }) => ({
        signature: await (provider as { request(method: string, text: unknown): Promise<string> }).request(
          'sign',
          message,
        ),
        type: 'example',
      }),
    },
  })),
]

/** Capabilities that read, name or sign wrongly. */
export const brokenReads: readonly BrokenPlugin[] = [...brokenBalances, ...brokenLists, ...brokenWords]
