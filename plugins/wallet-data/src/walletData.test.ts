import { NetworkError } from '@latchkey/kernel/chain'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { fakeChain, tokenAmount } from '../test/fakeChain.js'
import { address, networkId, setUp } from '../test/setUp.js'
import { walletData } from './walletData.js'

describe('the plugin', () => {
  pluginSuite({ test, create: walletData, manifest })
  const options = {
    url: 'https://data.example',
    projectId: 'p',
    nameZone: 'latchkey.id',
    directory: true,
    analytics: true,
  }
  describe('with a service', () => pluginSuite({ test, create: () => walletData(options), manifest }))
})

describe('what an account holds, from the chain', () => {
  const down = new NetworkError('The node is down.', { code: 'HTTP_UNREACHABLE' })
  const list = { [networkId]: [{ address: 'usd', symbol: 'USD', decimals: 6, name: 'Dollar' }] }

  it('answers the coin first, then the tokens that are held', async () => {
    const chain = fakeChain('test', {
      coin: 5n,
      tokens: [tokenAmount('usd', 7n), tokenAmount('none', 0n), tokenAmount('ticket', 3n, 0)],
    })
    const { holdings } = setUp(chain, {
      tokens: { [networkId]: [...list[networkId]!, { address: 'none', symbol: 'N', decimals: 6 }] },
    })
    const answer = await holdings.read({ networkId, address })
    expect(answer).toEqual({
      source: 'chain',
      problems: [],
      holdings: [
        { networkId, name: 'Coin', amount: { value: 5n, decimals: 18, symbol: 'COIN' } },
        {
          ...{ networkId, address: 'usd', name: 'Dollar', isListed: true },
          amount: { value: 7n, decimals: 6, symbol: 'USD' },
        },
      ],
    })
  })

  it('asks a chain that lists its tokens without a list, and takes names from the list', async () => {
    const chain = fakeChain('test', { coin: 0n, tokens: [tokenAmount('usd', 7n, 9)] }, { listsTokens: true })
    const { holdings } = setUp(chain, { tokens: list })
    const answer = await holdings.read({ networkId, address })
    expect(chain.calls.find(({ name }) => name === 'tokens')?.request).toEqual({ networkId, address })
    expect(answer.holdings[1]).toMatchObject({ name: 'Dollar', amount: { value: 7n, decimals: 9 } })
  })

  it('asks for no tokens where there is no list', async () => {
    const chain = fakeChain('test', { coin: 1n })
    expect((await setUp(chain).holdings.read({ networkId, address })).holdings).toHaveLength(1)
    expect(chain.count('tokens')).toBe(0)
  })

  it('names the tokens that could not be read', async () => {
    const chain = fakeChain('test', { coin: 1n, tokens: [] })
    const { problems } = await setUp(chain, { tokens: list }).holdings.read({ networkId, address })
    expect(problems.map(({ message }) => message)).toEqual(['The balance of USD could not be read.'])
  })

  it('answers the coin although the tokens failed, and the other way round', async () => {
    const chain = fakeChain('test', { coin: 1n, tokens: down })
    const { holdings } = setUp(chain, { tokens: list })
    const first = await holdings.read({ networkId, address })
    expect([first.holdings.length, first.problems[0]?.code]).toEqual([1, 'TOKENS_UNAVAILABLE'])
    Object.assign(chain.answers, { coin: down, tokens: [tokenAmount('usd', 7n)] })
    const second = await holdings.read({ networkId, address })
    expect(second.holdings.map((holding) => holding.address)).toEqual(['usd'])
    expect(second.problems.map(({ code }) => code)).toEqual(['COIN_UNAVAILABLE'])
  })

  it('says BALANCE_UNAVAILABLE with the reason when nothing can be read', async () => {
    const { holdings } = setUp(fakeChain('test', { coin: down, tokens: down }), { tokens: list })
    const reading = holdings.read({ networkId, address })
    await expect(reading).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
      shortMessage: 'Token Balance Unavailable',
      cause: down,
    })
  })

  it('says BALANCE_UNAVAILABLE for a chain without balances, and for one that is not listed', async () => {
    const { holdings } = setUp(fakeChain('test', {}, { without: ['balance'] }))
    for (const id of ['test:1', 'other:1'] as const) {
      await expect(holdings.read({ networkId: id, address })).rejects.toMatchObject({
        code: 'BALANCE_UNAVAILABLE',
        cause: { code: 'UNSUPPORTED_CHAIN' },
      })
    }
  })

  it('asks nobody about what is no address', async () => {
    const chain = fakeChain('test', { coin: 1n })
    const reading = setUp(chain).holdings.read({ networkId, address: 'no address' })
    await expect(reading).rejects.toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This is not an address of Chains of test.

      Received: "no address"]
    `)
    expect(chain.calls).toEqual([])
  })

  it('asks once for equal asks at one time, however the address is spelled, and keeps the answer 30 s', async () => {
    const chain = fakeChain('test', { coin: 1n })
    const { holdings, clock } = setUp(chain)
    await Promise.all(
      ['Anna', 'ANNA', 'anna'].map((spelling) => holdings.read({ networkId, address: spelling })),
    )
    clock.advance(29_999)
    await holdings.read({ networkId, address })
    expect(chain.count('coin')).toBe(1)
    clock.advance(1)
    await holdings.read({ networkId, address })
    expect(chain.count('coin')).toBe(2)
    await holdings.read({ networkId: 'test:2', address })
    await holdings.read({ networkId, address: 'Bert' })
    await holdings.read({ networkId, address, currency: 'eur' })
    expect(chain.count('coin')).toBe(5)
  })

  it('asks again when it is told to, although a request is under way', async () => {
    const waiting: ((value: bigint) => void)[] = []
    const chain = fakeChain('test', { coin: () => new Promise<bigint>((resolve) => waiting.push(resolve)) })
    const { holdings } = setUp(chain)
    const early = holdings.read({ networkId, address })
    await expect.poll(() => waiting.length).toBe(1)
    const late = [1, 2].map(() => holdings.read({ networkId, address, fresh: true }))
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.(2n)
    for (const answer of await Promise.all(late)) expect(answer.holdings[0]?.amount.value).toBe(2n)
    waiting[0]?.(1n)
    expect((await early).holdings[0]?.amount.value).toBe(1n)
    // The older answer came last and must not replace the newer one.
    expect((await holdings.read({ networkId, address })).holdings[0]?.amount.value).toBe(2n)
  })

  it('gives up for whoever aborts, and goes on for the others', async () => {
    let answer = (_value: bigint) => {}
    const chain = fakeChain('test', { coin: () => new Promise<bigint>((resolve) => (answer = resolve)) })
    const { holdings } = setUp(chain)
    const controller = new AbortController()
    const left = holdings.read({ networkId, address, signal: controller.signal })
    const stays = holdings.read({ networkId, address })
    await expect.poll(() => chain.count('coin')).toBe(1)
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    answer(3n)
    expect((await stays).holdings[0]?.amount.value).toBe(3n)
  })

  it('reads again after a transaction of the account was decided', async () => {
    const chain = fakeChain('test', { coin: 1n, history: { transactions: [] } })
    const { kernel, holdings, activity } = setUp(chain)
    const read = () =>
      Promise.all([holdings.read({ networkId, address }), activity.read({ networkId, address })])
    await read()
    await read()
    const record = { id: '1', networkId, operation: 'send', status: 'confirmed', transfers: [] } as const
    kernel.events.emit(TransactionSettled, { address, record })
    await read()
    expect([chain.count('coin'), chain.count('history')]).toEqual([2, 2])
  })
})

describe('what an account did, from the chain', () => {
  const page = (next?: string) => ({ transactions: [], ...(next === undefined ? {} : { next }) })

  it('hands the cursor back to the chain', async () => {
    const chain = fakeChain('test', { history: page('b:1') })
    const { activity } = setUp(chain)
    const first = await activity.read({ networkId, address })
    expect(first).toEqual({ transactions: [], source: 'chain', next: 'chain:b:1' })
    await activity.read({ networkId, address, limit: 5, ...(first.next ? { cursor: first.next } : {}) })
    expect(chain.calls.at(-1)?.request).toEqual({ networkId, address, cursor: 'b:1', limit: 5 })
  })

  it('is asked for again at once by those who wait for a transaction', async () => {
    const chain = fakeChain('test', { history: { transactions: [] } })
    const { activity } = setUp(chain)
    await activity.read({ networkId, address })
    await activity.read({ networkId, address })
    expect(chain.count('history')).toBe(1)
    await activity.read({ networkId, address, fresh: true })
    expect(chain.count('history')).toBe(2)
  })

  it('keeps the first page for 15 s and shares every page', async () => {
    const chain = fakeChain('test', { history: page() })
    const { activity, clock } = setUp(chain)
    const read = (cursor?: string) => activity.read({ networkId, address, ...(cursor ? { cursor } : {}) })
    await Promise.all([read(), read()])
    clock.advance(14_999)
    await read()
    expect(chain.count('history')).toBe(1)
    clock.advance(1)
    await read()
    await Promise.all([read('chain:x'), read('chain:x')])
    await read('chain:x')
    expect(chain.count('history')).toBe(4)
  })

  it('says in the words of the specification what is wrong', async () => {
    const chain = fakeChain('test', { history: new Error('no') })
    const { activity } = setUp(chain)
    await expect(activity.read({ networkId, address })).rejects.toMatchObject({
      code: 'TRANSACTIONS_UNAVAILABLE',
      shortMessage: 'Failed to fetch transactions',
    })
    await expect(activity.read({ networkId, address: '' })).rejects.toMatchObject({
      code: 'TRANSACTIONS_ADDRESS_MISSING',
      shortMessage: "Transactions can't be fetched without an accountAddress",
    })
    await expect(activity.read({ networkId, address, cursor: 'service:1' })).rejects.toMatchObject({
      code: 'TRANSACTIONS_UNAVAILABLE',
    })
  })
})

describe('names, from the chain', () => {
  it('knows where names can be looked up', () => {
    const { names } = setUp(fakeChain('test'))
    expect(names.supports('test:1')).toBe(true)
    expect(names.supports('test:2')).toBe(false)
    expect(names.supports('other:1')).toBe(false)
  })

  it('keeps name and picture for 5 minutes, and never the address behind a name', async () => {
    const chain = fakeChain('test', { identity: { name: 'anna.test' }, resolved: 'Anna' })
    const { names, clock } = setUp(chain)
    const look = () => names.lookup({ networkId, address })
    expect(await Promise.all([look(), look()])).toEqual([{ name: 'anna.test' }, { name: 'anna.test' }])
    clock.advance(299_999)
    await look()
    expect(chain.count('identity')).toBe(1)
    clock.advance(1)
    await look()
    expect(chain.count('identity')).toBe(2)
    for (const _ of [1, 2]) expect(await names.resolve({ networkId, name: ' anna.test ' })).toBe('Anna')
    expect(chain.count('resolved')).toBe(2)
    expect(chain.calls.at(-1)?.request).toEqual({ networkId, name: 'anna.test' })
  })

  it('answers nothing where no names are kept', async () => {
    const { names } = setUp(fakeChain('test'))
    expect(await names.lookup({ networkId: 'test:2', address })).toEqual({})
    expect(await names.resolve({ networkId: 'test:2', name: 'anna.test' })).toBeUndefined()
  })

  it('never answers with what is no address of the network', async () => {
    const chain = fakeChain('test', { resolved: 'not an address' })
    expect(await setUp(chain).names.resolve({ networkId, name: 'anna.test' })).toBeUndefined()
  })

  it('passes on what the chain says of a name', async () => {
    const fault = new NetworkError('This is not a valid name.', { code: 'NAME_INVALID' })
    const { names } = setUp(fakeChain('test', { resolved: fault, identity: fault }))
    await expect(names.resolve({ networkId, name: 'a.test' })).rejects.toBe(fault)
    await expect(names.lookup({ networkId, address })).rejects.toBe(fault)
  })
})

describe('collectibles, from the chain', () => {
  const item = { address: 'art', id: '7', name: 'Cat', collection: 'Cats', count: 1n }

  it('are what the chain finds, within what it looked at, and bait is marked', async () => {
    const bait = [
      { ...item, id: '8', name: 'Claim your reward' },
      { ...item, id: '9', name: 'Visit free-coins.xyz' },
      { ...item, id: '10', collection: 'https://steal.example' },
    ]
    const searched = { fromBlock: 5n }
    const chain = fakeChain('test', { collectibles: { items: [item, ...bait], next: 'n', searched } })
    const { collectibles } = setUp(chain)
    expect(collectibles.supports(networkId)).toBe(true)
    const page = await collectibles.read({ networkId, address })
    expect(page).toMatchObject({ source: 'chain', next: 'chain:n', searched })
    expect(page.items[0]).toEqual({ networkId, ...item, isSpam: false })
    expect(page.items.map(({ isSpam }) => isSpam)).toEqual([false, true, true, true])
  })

  it('are kept for 30 s, and read again after a transaction of the account', async () => {
    const chain = fakeChain('test', { collectibles: { items: [item] } })
    const { collectibles, clock, kernel } = setUp(chain)
    const read = () => collectibles.read({ networkId, address })
    await Promise.all([read(), read()])
    clock.advance(29_999)
    await read()
    expect(chain.count('collectibles')).toBe(1)
    const record = { id: '1', networkId, operation: 'send', status: 'confirmed', transfers: [] } as const
    kernel.events.emit(TransactionSettled, { address, record })
    await read()
    expect(chain.count('collectibles')).toBe(2)
  })
})

describe('what no chain knows', () => {
  it('answers no price, and shows no collectibles', async () => {
    const { prices, collectibles } = setUp(fakeChain('test'))
    expect(await prices.read({ networkId })).toBeUndefined()
    expect(collectibles.supports(networkId)).toBe(false)
    await expect(collectibles.read({ networkId, address })).rejects.toMatchObject({
      code: 'COLLECTIBLES_UNAVAILABLE',
      shortMessage: 'Couldn’t load NFTs.',
    })
  })
})
