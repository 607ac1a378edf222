// Generated histories that several sources know in part, read page by page while a reorganization happens.
import {
  History,
  type HistoryGap,
  type HistoryPage,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import { fakeClock } from '@latchkey/kernel/testing'
import { describe, expect, it } from 'vitest'
import {
  account,
  createRandom,
  entriesOf,
  entriesOfChain,
  type GeneratedTransaction,
  generateHistory,
  listKinds,
  listOf,
  networkId,
  now,
  type Random,
} from '../../test/generatedHistory.js'
import type { Chains } from '../lazy/chains.js'
import { createMergedHistory } from '../lazy/histories/createMergedHistory.js'
import type { HistoryEntry, HistoryList, HistorySource } from './HistorySource.js'
import { type HistoryErrorCode, sourceError } from './lazy/sourceErrors.js'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = { id: networkId, namespace: 'eip155', name: 'Ethereum', nativeCurrency: coin, rpcUrls: [] }
const stranger = `0x${'b'.repeat(40)}`
const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function chainsWith(history: HistoryList | undefined): Chains {
  const read = async (request: Parameters<HistoryList['read']>[0]): Promise<HistoryPage> => {
    const { entries, ...page } = (await history?.read(request)) ?? { entries: [] }
    return { ...page, transactions: entries.map(toRecord) }
  }
  return {
    namespace: () => ({ isAddress: () => true, isSameAddress: same }) as never,
    network: () => network as never,
    capability: (_, token) => (token.id === History.id && history ? ({ read } as never) : undefined),
    canonical: (_, address) => address,
  }
}

const toRecord = ({ id, minedAt, facts, transfers }: HistoryEntry): TransactionRecord => ({
  operation: 'execute',
  status: 'confirmed',
  ...facts,
  ...{ id, networkId, transfers },
  ...(minedAt === undefined ? {} : { minedAt }),
})

const sourceOf = (id: string, lists: readonly HistoryList[]): HistorySource => ({
  id,
  name: id,
  supports: () => true,
  open: async () => lists,
})

function setUp(sources: readonly HistorySource[], chain?: HistoryList) {
  const clock = fakeClock(now)
  const told: string[] = []
  const say = (message: string) => void told.push(message)
  const history = createMergedHistory({
    chains: chainsWith(chain),
    http: { request: () => Promise.reject(new Error('not asked')) },
    clock,
    log: { error: say, warn: say, info: say, debug: say },
    signal: new AbortController().signal,
    sources,
    service: undefined,
  })
  const read = async (cursor?: string, limit?: number, address = account): Promise<HistoryPage> => {
    const question = { networkId, address } as const
    const page = await history.read({
      ...question,
      ...(cursor === undefined ? {} : { cursor }),
      ...(limit === undefined ? {} : { limit }),
    })
    return page ?? { transactions: [] }
  }
  return { read, clock, told }
}

async function readAll(read: ReturnType<typeof setUp>['read'], limit: number) {
  const transactions: TransactionRecord[] = []
  const gaps: HistoryGap[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await read(cursor, limit)
    transactions.push(...page.transactions)
    gaps.push(...(page.gaps ?? []))
    cursor = page.next
    pages += 1
  } while (cursor !== undefined && pages < 500)
  expect(pages).toBeLessThan(500)
  return { transactions, gaps }
}

/** Which parts of which transactions a source doesn't have. */
function holesOf(random: Random, transactions: readonly GeneratedTransaction[], share: number) {
  const names = ['chain', ...listKinds].flatMap((list) => transactions.map(({ id }) => `${list} ${id}`))
  return new Set(names.filter(() => random(100) < share))
}

const keyOf = ({ direction, amount, asset, from }: TransactionRecord['transfers'][number]) =>
  `${direction} ${amount.value} ${asset ?? ''} ${from}`
const countOf = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length
const counted = (keys: readonly string[]) =>
  [...new Set(keys)].map((key) => `${key} × ${countOf(keys, key)}`).sort()

/** What a source tells of the transfers of each transaction, together. */
function knownOf(lists: readonly ((all: readonly GeneratedTransaction[]) => readonly HistoryEntry[])[]) {
  return (transactions: readonly GeneratedTransaction[]) => {
    const known = new Map<string, string[]>()
    for (const { id, transfers } of lists.flatMap((entries) => entries(transactions))) {
      known.set(id, [...(known.get(id) ?? []), ...transfers.map(keyOf)])
    }
    return known
  }
}

function generateCase(seed: number) {
  const random = createRandom(seed)
  const history = generateHistory(random)
  const all = [...history.before, ...history.after]
  const shares = [0, 0, 10, 50]
  const explorers = Array.from({ length: 1 + random(2) }, (_, number) => {
    const holes = holesOf(random, all, shares[random(4)] as number)
    const kinds = listKinds.filter((_, place) => place === 0 || random(4) > 0)
    return {
      id: `explorer${number}`,
      lists: kinds.map((kind) => ({ kind, entries: entriesOf(kind, holes) })),
    }
  })
  const chain = random(4) > 0 ? entriesOfChain(holesOf(random, all, shares[random(4)] as number)) : undefined
  // Each source hears of the reorganization at its own time.
  const views = new Map<string, boolean>()
  const settle = () => {
    for (const id of ['chain', ...explorers.map((one) => one.id)]) views.set(id, true)
  }
  const currentOf = (id: string) => () => {
    if (!views.get(id) && random(12) === 0) views.set(id, true)
    return views.get(id) ? history.after : history.before
  }
  const wait = async () => {
    for (let turns = random(6); turns > 0; turns -= 1) await Promise.resolve()
  }
  const sources = explorers.map(({ id, lists }) =>
    sourceOf(
      id,
      lists.map(({ kind, entries }) =>
        listOf({ id: kind, entries, pageSize: 1 + random(6) }, currentOf(id), wait),
      ),
    ),
  )
  const chainList =
    chain && listOf({ id: 'history', entries: chain, pageSize: 1 + random(6) }, currentOf('chain'), wait)
  const known = [...explorers.map(({ lists }) => knownOf(lists.map(({ entries }) => entries)))]
  if (chain) known.push(knownOf([chain]))
  return { history, sources, chainList, known, settle, limit: 1 + random(7) }
}

type Case = ReturnType<typeof generateCase>

/** What all sources together know of the transactions that have something to show, by id. */
function truthOf({ known }: Case, transactions: readonly GeneratedTransaction[]) {
  const bySource = known.map((source) => source(transactions))
  const ids = new Set(bySource.flatMap((source) => [...source.keys()]))
  return new Map(
    [...ids].map((id) => {
      const told = bySource.map((source) => source.get(id) ?? [])
      const most = [...new Set(told.flat())].flatMap((key) => {
        const times = Math.max(...told.map((keys) => countOf(keys, key)))
        return Array.from({ length: times }, () => key)
      })
      return [id, counted(most)] as const
    }),
  )
}

/** The nodes may contradict an explorer about young transactions; these are tested on their own. */
const isOld = ({ minedAt = 0 }: { readonly minedAt?: number }) => now - minedAt > 16 * 60_000

/** What is wrong with what was read, in words. */
function findProblems(
  found: readonly TransactionRecord[],
  made: Case,
  isSettled: boolean,
): readonly string[] {
  const { history } = made
  const problems: string[] = []
  const ids = found.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) problems.push('a transaction is there twice')
  const times = found.flatMap(({ id, minedAt = 0 }) => (history.touched.has(id) ? [] : [minedAt]))
  if (times.some((time, place) => time > (times[place - 1] ?? time))) problems.push('not newest first')
  const truth = truthOf(made, history.after)
  const byId = new Map(found.map((record) => [record.id, record]))
  for (const transaction of history.after) {
    const expected = truth.get(transaction.id)
    const isKnown = expected && (expected.length > 0 || transaction.isOwn)
    if (!isKnown || (!isSettled && history.touched.has(transaction.id)) || !isOld(transaction)) continue
    const record = byId.get(transaction.id)
    if (!record) problems.push(`${transaction.id} is lost`)
    else if (String(counted(record.transfers.map(keyOf))) !== String(expected)) {
      problems.push(`${transaction.id} moved ${counted(record.transfers.map(keyOf))}, expected ${expected}`)
    }
  }
  const possible = truthOf(made, isSettled ? history.after : [...history.after, ...history.before])
  return [...problems, ...ids.flatMap((id) => (possible.has(id) ? [] : [`${id} never was`]))]
}

describe('merged histories', () => {
  it.each(Array.from({ length: 20 }, (_, hundred) => hundred * 100))(
    'have no transaction twice and lose none, with reorganizations and in any order of answers: 100 from seed %i',
    async (start) => {
      for (let seed = start; seed < start + 100; seed += 1) {
        const made = generateCase(seed)
        const { read } = setUp(made.sources, made.chainList)
        const during = findProblems((await readAll(read, made.limit)).transactions, made, false)
        made.settle()
        const after = findProblems((await readAll(read, made.limit)).transactions, made, true)
        expect({ seed, during, after }).toEqual({ seed, during: [], after: [] })
      }
    },
    60_000,
  )
})

const hashOf = (number: number) => `0x${String(number).repeat(64)}`
const minute = 60_000

/** A payment of the account's own, so many milliseconds ago. */
const payment = (number: number, age: number, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: hashOf(number),
  minedAt: now - age,
  facts: { status: 'confirmed', from: account, to: stranger },
  transfers: [
    {
      direction: 'out',
      amount: { value: 5n, decimals: 18, symbol: 'ETH' },
      from: account,
      to: stranger,
    },
  ],
  ...over,
})
const listWith = (...entries: readonly HistoryEntry[]): HistoryList => ({
  id: 'transactions',
  read: async () => ({ entries }),
})
const idsOf = async (read: ReturnType<typeof setUp>['read']) =>
  (await read()).transactions.map(({ id }) => id)

describe('a transaction that a node would see and doesn’t', () => {
  const chain = () => listWith(payment(1, 2 * minute), payment(9, 60 * minute))

  it('goes when one source alone has it', async () => {
    const stale = sourceOf('stale', [listWith(payment(2, 3 * minute))])
    expect(await idsOf(setUp([stale], chain()).read)).toEqual([hashOf(1), hashOf(9)])
  })

  it.each([
    ['another source has it, too', 3 * minute, {}, true],
    ['it is younger than a node may be behind', 20_000, {}, false],
    ['it is older than what is taken back', 20 * minute, {}, false],
    ['only a contract paid out coins in it', 3 * minute, { isPaidOut: true }, false],
  ] as const)('stays when %s', async (_, age, over, isTwice) => {
    const entry = 'isPaidOut' in over ? paidOut(2, age) : payment(2, age)
    const sources = [sourceOf('one', [listWith(entry)])]
    if (isTwice) sources.push(sourceOf('other', [listWith(entry)]))
    expect(await idsOf(setUp(sources, chain()).read)).toContain(hashOf(2))
  })

  it('stays when the node lists nothing newer, and may be behind', async () => {
    const behind = listWith(payment(9, 60 * minute))
    const { read } = setUp([sourceOf('one', [listWith(payment(2, 3 * minute))])], behind)
    expect(await idsOf(read)).toEqual([hashOf(2), hashOf(9)])
  })

  it('stays when the node can’t be read, which is told', async () => {
    const broken: HistoryList = { id: 'history', read: () => Promise.reject(new Error('down')) }
    const { read } = setUp([sourceOf('one', [listWith(payment(2, 3 * minute))])], broken)
    const page = await read()
    expect(page.transactions.map(({ id }) => id)).toEqual([hashOf(2)])
    expect(page.gaps).toMatchObject([{ code: 'HISTORY_SOURCES_FAILED', parameters: { sources: 'Ethereum' } }])
  })
})

const paidOut = (number: number, age: number): HistoryEntry => {
  const amount = { value: 5n, decimals: 18, symbol: 'ETH' }
  const transfers = [{ direction: 'in' as const, amount, from: stranger, to: account }]
  return { id: hashOf(number), minedAt: now - age, transfers }
}

describe('what sources say differently', () => {
  it('takes the word of the chain for how a transaction ended', async () => {
    const failed = payment(1, 60 * minute, {
      facts: { status: 'failed', operation: 'execute', from: account },
      transfers: [],
    })
    const { read } = setUp([sourceOf('one', [listWith(payment(1, 60 * minute))])], listWith(failed))
    expect((await read()).transactions).toMatchObject([{ status: 'failed', transfers: [] }])
  })

  it('marks transactions and transfers that an explorer alone tells', async () => {
    const invented = paidOut(1, 60 * minute).transfers
    const known = payment(1, 60 * minute, {
      transfers: [...payment(1, 60 * minute).transfers, ...invented],
    })
    const source = sourceOf('one', [listWith(known, paidOut(2, 70 * minute))])
    const { transactions } = await setUp([source], listWith(payment(1, 60 * minute))).read()
    expect(
      transactions.map(({ isUnproven, transfers }) => [isUnproven, transfers.map((one) => one.isUnproven)]),
    ).toEqual([
      [undefined, [undefined, true]],
      [true, [true]],
    ])
  })

  it('shows no transfer as sent that the account didn’t make', async () => {
    const { facts: _, ...entry } = payment(1, 60 * minute)
    const { read } = setUp([sourceOf('one', [listWith(entry)])])
    expect((await read()).transactions).toMatchObject([{ operation: 'execute', isMadeByOther: true }])
  })

  it('leaves out a stranger’s transfer of nothing', async () => {
    const amount = { value: 0n, decimals: 18, symbol: 'ETH' }
    const { facts: _, ...entry } = payment(1, 60 * minute)
    const nothing = { ...entry, transfers: [{ ...entry.transfers[0]!, amount }] }
    expect(await idsOf(setUp([sourceOf('one', [listWith(nothing)])]).read)).toEqual([])
  })

  it('takes a transaction in another spelling for the same', async () => {
    const id = `0x${'ABCDEF01'.repeat(8)}`
    const chain = listWith(payment(1, 60 * minute, { id }))
    const source = sourceOf('one', [listWith(payment(1, 60 * minute, { id: id.toLowerCase() }))])
    expect(await idsOf(setUp([source], chain).read)).toEqual([id.toLowerCase()])
  })
})

describe('sources that misbehave', () => {
  const pagesOf = (page: (number: number) => Awaited<ReturnType<HistoryList['read']>>): HistoryList => ({
    id: 'transactions',
    read: async ({ cursor = '0' }) => page(Number(cursor)),
  })

  it.each([
    ['pages without anything', (number: number) => ({ entries: [], next: String(number + 1) })],
    ['pages of one time', (number: number) => ({ entries: [], since: now, next: String(number + 1) })],
    ['a circle', (number: number) => ({ entries: [], since: now - number, next: String((number + 1) % 2) })],
    [
      'one transaction for ever',
      (number: number) => ({ entries: [payment(3, 30_000)], next: String(number + 1) }),
    ],
  ])('hides nothing of the others with %s', async (_, page) => {
    const chain = listWith(payment(1, 60 * minute), payment(9, 70 * minute))
    const { read } = setUp([sourceOf('one', [pagesOf(page)])], chain)
    const { transactions, gaps } = await readAll(read, 2)
    expect(transactions.map(({ id }) => id).filter((id) => id !== hashOf(3))).toEqual([hashOf(1), hashOf(9)])
    expect(gaps).toMatchObject([{ code: 'HISTORY_SOURCES_FAILED', parameters: { sources: 'one' } }])
  })

  it('ends a list whose cursor or ids wouldn’t fit into the merged one, and counts them', async () => {
    const long = payment(2, 61 * minute, { id: `0x${'2'.repeat(600)}` })
    const source = listWith(payment(3, 62 * minute), long)
    const endless = {
      ...source,
      read: async () => ({ ...(await source.read({} as never)), next: 'x'.repeat(60_000) }),
    }
    const chain = listWith(payment(1, 60 * minute), payment(9, 70 * minute))
    const { transactions, gaps } = await readAll(setUp([sourceOf('one', [endless])], chain).read, 1)
    expect(transactions.map(({ id }) => id)).toEqual([hashOf(1), hashOf(3), hashOf(9)])
    expect(gaps[0]).toMatchObject({ code: 'HISTORY_ENTRIES_LEFT_OUT', parameters: { count: 2 } })
  })

  it('leaves a source alone for the account that it failed for, and tells each reason once', async () => {
    const asked: string[] = []
    const problems: Readonly<Record<string, HistoryErrorCode>> = {
      [account]: 'HISTORY_SOURCE_FAILED',
      [stranger]: 'HISTORY_KEY_REFUSED',
    }
    const broken: HistoryList = {
      id: 'transactions',
      read: ({ address }) => {
        asked.push(address)
        return Promise.reject(sourceError(problems[address] ?? 'HISTORY_SOURCE_FAILED', 'Broken'))
      },
    }
    const { read, told } = setUp([sourceOf('broken', [broken])], listWith(payment(1, 60 * minute)))
    for (const address of [account, account, stranger, stranger, '0x3']) await read(undefined, 5, address)
    // A key that is refused is refused for every account.
    expect(asked).toEqual([account, stranger])
    expect(told.map((message) => message.split('\n')[0])).toEqual([
      'Couldn’t load the history from Broken.',
      'Broken doesn’t accept the key of this app.',
    ])
  })

  it('says one entry in the singular', async () => {
    const list: HistoryList = { id: 'transactions', read: async () => ({ entries: [], leftOut: 1 }) }
    expect((await setUp([sourceOf('one', [list])]).read()).gaps?.[0]?.message).toBe(
      'Couldn’t load part of the history: 1 entry of one is missing in this list.',
    )
  })

  it('ends a list that names the same place for ever, and says so', async () => {
    const endless: HistoryList = {
      id: 'transactions',
      read: async () => ({ entries: [payment(1, 60 * minute)], next: 'here' }),
    }
    const { transactions, gaps } = await readAll(setUp([sourceOf('one', [endless])]).read, 5)
    expect(transactions).toHaveLength(1)
    expect(gaps).toMatchObject([{ code: 'HISTORY_SOURCES_FAILED' }])
  })

  it('waits for no source longer than its patience', async () => {
    const silent: HistoryList = { id: 'transactions', read: () => new Promise(() => {}) }
    const { read, clock } = setUp([sourceOf('silent', [silent])], listWith(payment(1, 60 * minute)))
    const reading = read()
    // Until both are asked, and the chain has answered.
    while (clock.pending < 2) await Promise.resolve()
    while (clock.pending > 1) await Promise.resolve()
    clock.advance(15_000)
    const page = await reading
    expect(page.transactions).toHaveLength(1)
    expect(page.gaps).toMatchObject([{ parameters: { sources: 'silent' } }])
  })

  it('leaves a source that failed alone for a minute', async () => {
    let asked = 0
    const broken: HistoryList = {
      id: 'transactions',
      read: () => {
        asked += 1
        return Promise.reject(new Error('down'))
      },
    }
    const { read, clock, told } = setUp([sourceOf('broken', [broken])], listWith(payment(1, 60 * minute)))
    await read()
    await read()
    expect([asked, told.length]).toEqual([1, 1])
    clock.advance(60_000)
    await read()
    expect(asked).toBe(2)
  })

  it('fails when no source can be read, and refuses a cursor of another history', async () => {
    const broken: HistoryList = { id: 'transactions', read: () => Promise.reject(new Error('down')) }
    await expect(setUp([sourceOf('broken', [broken])], broken).read()).rejects.toMatchObject({
      code: 'UNKNOWN',
    })
    await expect(setUp([sourceOf('one', [listWith()])]).read('nonsense')).rejects.toMatchObject({
      code: 'HISTORY_CURSOR_INVALID',
    })
  })
})
