// Clients against a real chain, and against servers that behave as endpoints in the field do.
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { Balance } from '@latchkey/kernel/contracts'
import { getBalance, getBlockNumber, getChainId, getGasPrice, getTransactionCount } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  answerJson,
  networkIdOf,
  setUpCapabilities,
  startProxy,
  startServer,
  type TestServer,
} from '../../test/support.js'

let stack: EvmStack
const servers: TestServer[] = []
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function keep(starting: Promise<TestServer>): Promise<TestServer> {
  const server = await starting
  servers.push(server)
  return server
}
const sizes = (server: TestServer) => server.bodies.map((body) => (Array.isArray(body) ? body.length : 1))

async function clientOf(urls: readonly string[], options = {}) {
  const bench = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: urls }, options })
  return { ...bench, client: await bench.clients.client(networkIdOf(stack)) }
}

type Call = { id: number; method: string; params: unknown }
/** Answers every call with its own method, singly or as a batch. */
const echo = (body: unknown) => {
  const one = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, result: method })
  return Array.isArray(body) ? body.map(one) : one(body as Call)
}
const ask = (client: { request(call: never): Promise<unknown> }, method: string, params?: unknown) =>
  client.request({ method, params } as never)

describe('batching', () => {
  it('puts the calls of one turn into one request', async () => {
    const proxy = await keep(startProxy(stack.url))
    const { client } = await clientOf([proxy.url])
    const [chainId, price, ...balances] = await Promise.all([
      getChainId(client),
      getGasPrice(client),
      ...stack.accounts.map(({ address }) => getBalance(client, { address })),
    ])
    expect(chainId).toBe(stack.chainId)
    expect(price).toBeGreaterThan(0n)
    expect(balances).toHaveLength(10)
    expect(sizes(proxy)).toEqual([12])
  })

  it('sends at most 1000 calls in one request', async () => {
    const server = await keep(startServer((body, response) => answerJson(response, echo(body))))
    const { client } = await clientOf([server.url])
    await Promise.all(Array.from({ length: 2_500 }, (_, index) => ask(client, 'eth_getBalance', [index])))
    expect(sizes(server).sort((left, right) => right - left)).toEqual([1000, 1000, 500])
  })

  it('does as the host says', async () => {
    const server = await keep(startServer((body, response) => answerJson(response, echo(body))))
    const small = await clientOf([server.url], { batch: { size: 2 } })
    await Promise.all([1, 2, 3].map((index) => ask(small.client, 'eth_getBalance', [index])))
    expect(sizes(server).sort()).toEqual([1, 2])
    const none = await clientOf([server.url], { batch: false })
    await Promise.all([1, 2, 3].map((index) => ask(none.client, 'eth_getBalance', [index])))
    expect(server.bodies.slice(2).every((body) => !Array.isArray(body))).toBe(true)
  })

  it('finds answers by id, in any order and with ids as text', async () => {
    const server = await keep(
      startServer((body, response) => {
        const answers = (body as Call[]).map(({ id, method }) => ({ id: String(id), result: method }))
        answerJson(response, answers.reverse())
      }),
    )
    const { client } = await clientOf([server.url])
    const methods = ['eth_gasPrice', 'eth_chainId', 'eth_blockNumber']
    expect(await Promise.all(methods.map((method) => ask(client, method)))).toEqual(methods)
  })

  it('repeats only the call whose answer was left out', async () => {
    const server = await keep(
      startServer((body, response) => {
        answerJson(response, Array.isArray(body) ? (echo(body) as unknown[]).slice(1) : echo(body))
      }),
    )
    const { client } = await clientOf([server.url])
    const methods = ['eth_gasPrice', 'eth_chainId', 'eth_blockNumber']
    expect(await Promise.all(methods.map((method) => ask(client, method)))).toEqual(methods)
    expect(sizes(server)).toEqual([3, 1])
  })

  it.each([
    ['one error for the whole', { id: null, error: { code: -32600, message: 'batch too large' } }, 200],
    ['a refusal by status', { error: 'too large' }, 413],
  ])('learns how many an endpoint takes from %s', async (_, refusal, status) => {
    const server = await keep(
      startServer((body, response) => {
        const isTooLarge = Array.isArray(body) && body.length > 10
        answerJson(response, isTooLarge ? refusal : echo(body), isTooLarge ? status : 200)
      }),
    )
    const { client } = await clientOf([server.url])
    const burst = () =>
      Promise.all(Array.from({ length: 100 }, (_, index) => ask(client, 'eth_getBalance', [index])))
    expect(await burst()).toHaveLength(100)
    expect(sizes(server)).toEqual([100, ...Array(10).fill(10)])
    server.bodies.length = 0
    expect(await burst()).toHaveLength(100)
    expect(sizes(server)).toEqual(Array(10).fill(10))
  })

  it('works with an endpoint that takes no batches at all', async () => {
    const server = await keep(
      startServer((body, response) =>
        answerJson(
          response,
          Array.isArray(body) ? { error: 'no' } : echo(body),
          Array.isArray(body) ? 400 : 200,
        ),
      ),
    )
    const { client } = await clientOf([server.url])
    const calls = Array.from({ length: 30 }, (_, index) => ask(client, 'eth_getBalance', [index]))
    expect(await Promise.all(calls)).toHaveLength(30)
    expect(sizes(server)).toEqual([30, 3, ...Array(30).fill(1)])
  })

  it('asks a broken endpoint a few times and not once per call', async () => {
    const server = await keep(startServer((_, response) => answerJson(response, {}, 400)))
    const { client } = await clientOf([server.url])
    const calls = Array.from({ length: 500 }, (_, index) => ask(client, 'eth_getBalance', [index]))
    const results = await Promise.allSettled(calls)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(sizes(server)).toEqual([500, 50, 5, 1])
  })
})

describe('sharing', () => {
  it('asks once for equal reads that are under way, and again afterwards', async () => {
    const proxy = await keep(startProxy(stack.url))
    const { client } = await clientOf([proxy.url])
    const { address } = stack.accounts[0]!
    const reads = () => Promise.all(Array.from({ length: 20 }, () => getBalance(client, { address })))
    expect(new Set(await reads()).size).toBe(1)
    expect(sizes(proxy)).toEqual([1])
    await reads()
    expect(sizes(proxy)).toEqual([1, 1])
  })

  it('never shares what changes something', async () => {
    const server = await keep(startServer((body, response) => answerJson(response, echo(body))))
    const { client } = await clientOf([server.url])
    await Promise.all([1, 2].map(() => ask(client, 'eth_sendRawTransaction', ['0x00'])))
    expect(sizes(server)).toEqual([2])
  })
})

describe('failover', () => {
  it('goes to the next endpoint when the first one is dead, and stays with it', async () => {
    const dead = await startServer(() => {})
    await dead.stop()
    const proxy = await keep(startProxy(stack.url))
    const { client, log } = await clientOf([dead.url, proxy.url])
    expect(await getChainId(client)).toBe(stack.chainId)
    expect(await getBlockNumber(client, { cacheTime: 0 })).toBeGreaterThan(0n)
    expect(sizes(proxy)).toEqual([1, 1])
    expect(log.lines).toEqual([`debug: The endpoint ${dead.url} failed.`])
  })

  it('goes to the next endpoint when the first one hangs, and asks that one first from then on', async () => {
    const hanging = await keep(startServer(() => {}))
    const proxy = await keep(startProxy(stack.url))
    const { client } = await clientOf([hanging.url, proxy.url])
    expect(await getChainId(client)).toBe(stack.chainId)
    expect(await getGasPrice(client)).toBeGreaterThan(0n)
    expect(sizes(hanging)).toEqual([1])
    expect(sizes(proxy)).toEqual([1, 1])
  })

  it.each([
    ['a server fault', 503, { error: 'busy' }],
    ['a limit', 200, { id: 1, error: { code: -32005, message: 'limit exceeded' } }],
    ['a web page', 200, '<html>'],
  ])('goes to the next endpoint on %s', async (_, status, answer) => {
    const broken = await keep(startServer((__, response) => answerJson(response, answer, status)))
    const proxy = await keep(startProxy(stack.url))
    const { client } = await clientOf([broken.url, proxy.url])
    expect(await getChainId(client)).toBe(stack.chainId)
    expect(sizes(broken)).toEqual([1])
  })

  it('does not ask another endpoint for what the chain itself answers', async () => {
    const reverting = await keep(
      startServer((body, response) =>
        answerJson(response, { id: (body as Call).id, error: { code: 3, message: 'execution reverted' } }),
      ),
    )
    const proxy = await keep(startProxy(stack.url))
    const { client } = await clientOf([reverting.url, proxy.url])
    await expect(ask(client, 'eth_call', [{}])).rejects.toThrow('execution reverted')
    expect(sizes(proxy)).toEqual([])
  })

  it('repeats when every endpoint fails in passing', async () => {
    let failures = 2
    const server = await keep(
      startServer((body, response) => {
        failures -= 1
        answerJson(response, failures >= 0 ? {} : echo(body), failures >= 0 ? 503 : 200)
      }),
    )
    const { client } = await clientOf([server.url])
    expect(await ask(client, 'eth_gasPrice')).toBe('eth_gasPrice')
    expect(sizes(server)).toEqual([1, 1, 1])
  })

  it('reads a balance although the first endpoint is dead', async () => {
    const dead = await startServer(() => {})
    await dead.stop()
    const { get, account, networkId } = await clientOf([dead.url, stack.url])
    const balance = await get(Balance).native({ networkId, address: account.address })
    expect(balance).toEqual({ value: 10_000n * 10n ** 18n, symbol: 'ETH', decimals: 18 })
  })
})

describe('faults', () => {
  it('tells of an unreachable network without naming a secret', async () => {
    const server = await keep(startServer((_, response) => answerJson(response, { error: 'no' }, 401)))
    const { get, account, networkId, log } = await clientOf([`${server.url}/v2/secret-key?token=secret`])
    const failure = await get(Balance)
      .native({ networkId, address: account.address })
      .catch((error: unknown) => error as Error & { code: string })
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', shortMessage: 'HTTP status code: 401' })
    const everything = JSON.stringify([
      failure,
      (failure as Error).message,
      (failure as Error).stack,
      log.lines,
    ])
    expect(everything).not.toContain('secret')
  })

  it('tells of a dead network', async () => {
    const dead = await startServer(() => {})
    await dead.stop()
    const { get, account, networkId } = await clientOf([`${dead.url}/secret`])
    const failure = await get(Balance)
      .native({ networkId, address: account.address })
      .catch((error: unknown) => error as Error)
    expect(failure).toMatchObject({
      code: 'HTTP_UNREACHABLE',
      shortMessage: 'Local 31337 could not be reached. Check the connection and try again.',
    })
    expect(String((failure as Error).stack)).not.toContain('secret')
  })

  it('refuses a network that the app does not list', async () => {
    const { clients } = setUpCapabilities([stack])
    await expect(clients.client('eip155:99')).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  })

  it('ends a read that is given up', async () => {
    const hanging = await keep(startServer(() => {}))
    const { get, account, networkId } = await clientOf([hanging.url])
    const controller = new AbortController()
    const reading = get(Balance).native({
      networkId,
      address: account.address,
      signal: controller.signal,
    })
    controller.abort(new Error('given up'))
    await expect(reading).rejects.toThrow('given up')
  })

  it('sends nothing after the kernel is disposed', async () => {
    const proxy = await keep(startProxy(stack.url))
    const { client, dispose } = await clientOf([proxy.url])
    dispose()
    await expect(getTransactionCount(client, { address: stack.accounts[0]!.address })).rejects.toThrow()
    expect(proxy.bodies).toEqual([])
  })
})
