// Nodes over real HTTP that hang, drip, refuse, flood or lie, in one portfolio with one that is sound.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel } from '@latchkey/kernel'
import { Connector, definePlugin, type NetworkId } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeStorage, fakeWallet } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { walletData } from '@latchkey/plugin-wallet-data'
import { afterEach, expect, it } from 'vitest'
import { portfolio } from './portfolio.js'
import { Portfolio } from './PortfolioService.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const json = { 'content-type': 'application/json' }
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

interface Call {
  readonly id: number
  readonly method: string
}

/** A node, and the methods that it was asked. */
async function serve(answer: (response: ServerResponse, call: Call) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      const call = JSON.parse(body) as Call
      asked.push(call.method)
      answer(response, call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const ways: Readonly<Record<string, (response: ServerResponse, call: Call) => void>> = {
  hangs: () => {},
  drips(response, { id }) {
    response.writeHead(200, json)
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }).padEnd(2_000)
    let sent = 0
    const timer = setInterval(() => {
      response.write(text.charAt(sent))
      sent += 1
    }, 50)
    response.on('close', () => clearInterval(timer))
  },
  refuses: (response) => response.writeHead(429, { ...json, 'retry-after': '3600' }).end('{}'),
  floods(response, { id }) {
    const rest = 'x'.repeat(11 * 1_048_576)
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, rest, result: '0x1' }))
  },
  lies: (response, { id }) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: '0xzz' })),
  sound: (response, { id }) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: '0xde0b6b3a7640000' })),
}

it('delay no sound one, are each told as failed or still read, and are not asked twice for one thing', async () => {
  const nodes = await Promise.all(
    Object.entries(ways).map(async ([name, answer], index) => ({
      ...{ name, ...(await serve(answer)), id: 990_001 + index },
    })),
  )
  const [first] = nodes
  const wallet = fakeWallet({
    accounts: [fakeAccount(`eip155:${first?.id}`, address)],
    networks: { eip155: `eip155:${first?.id}` },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  const networks = nodes.map(({ id, name, url }) => ({
    ...{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } },
  }))
  const connectors = definePlugin({
    id: 'test.wallets',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const [one, ...others] = networks
  if (!one) throw new Error('No network.')
  const kernel = createKernel(
    [
      eip155({ networks: [one, ...others], discovery: false, injected: false }),
      walletData(),
      portfolio(),
      connectors,
    ],
    { storage: fakeStorage(), logLevel: 'silent' },
  )
  stops.unshift(() => kernel.dispose())
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const { state, watch } = kernel.get(Portfolio)
  stops.unshift(watch())
  const entryOf = (name: string) => {
    const node = nodes.find((own) => own.name === name)
    const id: NetworkId = `eip155:${node?.id}`
    return Object.values(state.entries).find(({ networkId }) => networkId === id)
  }
  await expect.poll(() => entryOf('sound')?.status, { timeout: 10_000 }).toBe('success')
  expect(entryOf('sound')?.holdings[0]?.amount.value).toBe(10n ** 18n)
  // Those that answer at all are told as failed, and show nothing they said.
  for (const name of ['lies', 'floods']) {
    await expect.poll(() => entryOf(name)?.status, { timeout: 30_000 }).toBe('error')
  }
  for (const name of ['hangs', 'drips', 'refuses']) {
    expect(['loading', 'error'], name).toContain(entryOf(name)?.status)
  }
  for (const { name } of nodes) if (name !== 'sound') expect(entryOf(name)?.holdings, name).toEqual([])
  for (const { name, asked } of nodes) {
    const counts = new Map<string, number>()
    for (const method of asked) counts.set(method, (counts.get(method) ?? 0) + 1)
    const most = name === 'sound' ? 1 : 4
    expect(Math.max(...counts.values()), `${name}: ${asked}`).toBeLessThanOrEqual(most)
  }
})
