import { type BaseError, HttpStatusError } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import { fakeHttp } from '@latchkey/kernel/testing'
import { describe, expect, it } from 'vitest'
import { bitcoinMainnet, bitcoinRegtest } from '../networks.js'
import { createEsploraSource } from './esplora.js'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const [one, two] = ['https://one.example/api', 'https://two.example/api/']
const networkId = bitcoinMainnet.id
const log = { error() {}, warn() {}, info() {}, debug() {} }
const txid = 'ab'.repeat(32)

function setUp() {
  const http = fakeHttp()
  const networks = new Map([[networkId, { ...bitcoinMainnet, rpcUrls: [one, two] }]])
  return { http, source: createEsploraSource(networks, http, log) }
}
const unreachable = new NetworkError('no', { code: 'HTTP_UNREACHABLE' })
const coin = (value: unknown, confirmed = true, vout = 1) => ({
  txid,
  vout,
  value,
  status: { confirmed, block_height: 5 },
})

describe('balance', () => {
  it('is the sum of the coins, those that wait apart', async () => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/address/${address}/utxo`, [
      coin(5, true, 2),
      coin(7, true, 3),
      coin(11, false),
    ])
    expect(await source.balance({ networkId, address })).toEqual({ confirmed: 12n, pending: 11n })
    expect(await source.utxos({ networkId, address })).toContainEqual({
      transactionId: txid,
      output: 1,
      value: 11n,
      confirmed: false,
    })
  })

  it.each([
    ['no list', {}],
    ['null', null],
    ['a fraction', [coin(1.5)]],
    ['less than nothing', [coin(-1)]],
    ['more than there is', [coin(21e14 + 1)]],
    ['coins that are more than there is together', [coin(21e14, true, 2), coin(1, false, 3)]],
    ['text', [coin('5')]],
    ['an id that is none', [{ ...coin(5), txid: '../../evil' }]],
    ['no state', [{ txid, vout: 0, value: 5 }]],
    ['a coin twice', [coin(5), coin(5)]],
    ['a coin twice, once as waiting', [coin(5), coin(5, false)]],
  ])('believes no answer of %s, and asks the next endpoint', async (_, answer) => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/address/${address}/utxo`, answer)
    http.answer('GET', `https://two.example/api/address/${address}/utxo`, [coin(5)])
    expect(await source.balance({ networkId, address })).toEqual({ confirmed: 5n, pending: 0n })
  })
})

describe('endpoints', () => {
  it('are asked in order, and all of them before it is said that none answers', async () => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/fee-estimates`, unreachable)
    http.answer('GET', 'https://two.example/api/fee-estimates', new HttpStatusError(503, two, ''))
    const error = await source.feeRates({ networkId }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'NETWORK_UNREACHABLE' })
    expect((error as BaseError).message).toMatchInlineSnapshot(`
      "Bitcoin can’t be reached right now. Try again in a moment.

      Endpoints tried: 2."
    `)
    expect(http.requests.map(({ url, retries }) => [url, retries])).toEqual([
      [`${one}/fee-estimates`, 0],
      ['https://two.example/api/fee-estimates', 2],
    ])
  })

  it('are only those of the network', async () => {
    const { source } = setUp()
    await expect(source.feeRates({ networkId: bitcoinRegtest.id })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
  })

  it('are not asked again about what one of them decided', async () => {
    const { http, source } = setUp()
    const body = 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}'
    http.answer('POST', `${one}/tx`, new HttpStatusError(400, one, body))
    const error = await source.broadcast({ networkId, transaction: '00' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'TRANSACTION_REFUSED' })
    expect((error as BaseError).message).toMatchInlineSnapshot(`
      "The network refused the transaction.

      The node said: "min relay fee not met""
    `)
    expect(http.requests).toHaveLength(1)
    expect(http.requests[0]).toMatchObject({ method: 'POST', body: '00', format: 'text' })
  })

  it('take a broadcast over when one is down', async () => {
    const { http, source } = setUp()
    http.answer('POST', `${one}/tx`, unreachable)
    http.answer('POST', 'https://two.example/api/tx', `${txid}\n`)
    expect(await source.broadcast({ networkId, transaction: '00' })).toBe(txid)
  })
})

describe('fees', () => {
  it.each([
    ['all targets', { 1: 20, 2: 18, 3: 15, 6: 10, 144: 2.5, 1008: 1 }, { slow: 2.5, normal: 10, fast: 20 }],
    ['only far targets', { 144: 3, 1008: 2 }, { slow: 3, normal: 3, fast: 3 }],
    ['an empty mempool', { 1: 0.2, 144: 0.1 }, { slow: 0.1, normal: 0.2, fast: 0.2 }],
    ['less than any node takes', { 1: 0.002, 144: 0.001 }, { slow: 0.1, normal: 0.1, fast: 0.1 }],
    ['a node that takes no less than one', { 1: 1.012, 144: 1 }, { slow: 1, normal: 1.012, fast: 1.012 }],
  ])('by the time they are for: %s', async (_, estimates, rates) => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/fee-estimates`, estimates)
    expect(await source.feeRates({ networkId })).toEqual(rates)
  })

  it('are said to be missing when there are none', async () => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/fee-estimates`, {})
    await expect(source.feeRates({ networkId })).rejects.toMatchObject({ code: 'FEE_RATES_UNAVAILABLE' })
  })
})

describe('status', () => {
  it.each([
    ['in a block', { confirmed: true, block_height: 7 }, { status: 'confirmed', blockHeight: 7 }],
    ['waiting', { confirmed: false }, { status: 'pending' }],
  ])('%s', async (_, answer, expected) => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/tx/${txid}/status`, answer)
    http.answer('GET', `${one}/tx/${txid}/hex`, '00')
    expect(await source.status({ networkId, transactionId: txid })).toEqual(expected)
  })

  it('of what nobody has seen, which some say is not confirmed', async () => {
    const { http, source } = setUp()
    http.answer('GET', `${one}/tx/${txid}/status`, { confirmed: false })
    http.answer('GET', `${one}/tx/${txid}/hex`, new HttpStatusError(404, one, 'Transaction not found'))
    expect(await source.status({ networkId, transactionId: txid })).toEqual({ status: 'unknown' })
    http.answer('GET', `${one}/tx/${txid}/status`, new HttpStatusError(404, one, ''))
    expect(await source.status({ networkId, transactionId: txid })).toEqual({ status: 'unknown' })
  })

  it('of a coin: who spent it, once a block says so', async () => {
    const { http, source } = setUp()
    const ask = () => source.spender?.({ networkId, transactionId: txid, output: 1 })
    const spender = 'cd'.repeat(32)
    http.answer('GET', `${one}/tx/${txid}/outspend/1`, { spent: false })
    expect(await ask()).toBeUndefined()
    http.answer('GET', `${one}/tx/${txid}/outspend/1`, {
      spent: true,
      txid: spender,
      status: { confirmed: false },
    })
    expect(await ask()).toBeUndefined()
    http.answer('GET', `${one}/tx/${txid}/outspend/1`, {
      spent: true,
      txid: spender,
      status: { confirmed: true },
    })
    expect(await ask()).toBe(spender)
  })
})
