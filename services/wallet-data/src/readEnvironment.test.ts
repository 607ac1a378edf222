import { expect, test } from 'vitest'
import { readEnvironment } from './readEnvironment.js'

const node = { namespace: 'eip155', url: 'http://127.0.0.1:8545' }
const read = (settings: unknown, environment: Record<string, string> = {}) =>
  readEnvironment(environment, async () =>
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  )

test('reads chains from the settings file, and the rest has defaults', async () => {
  expect(await read({ nodes: [node] })).toEqual({
    nodes: [node],
    database: './wallet-data.db',
    host: '127.0.0.1',
    port: 8788,
    trustProxy: 0,
    replicas: [],
    drainMilliseconds: 0,
  })
})

test('takes what several instances have in common from the environment', async () => {
  const environment = {
    LATCHKEY_REDIS: 'redis://127.0.0.1:6379',
    LATCHKEY_REPLICAS: ' postgres://one/data  postgres://two/data ',
    LATCHKEY_DRAIN: '5',
  }
  expect(await read({ nodes: [node] }, environment)).toMatchObject({
    redis: 'redis://127.0.0.1:6379',
    replicas: ['postgres://one/data', 'postgres://two/data'],
    drainMilliseconds: 5_000,
  })
})

test('declares no price by itself', async () => {
  expect(await read({ nodes: [node] })).not.toHaveProperty('prices')
  const prices = [{ networkId: 'eip155:1', usd: '3120.55' }]
  expect((await read({ nodes: [node], prices })).prices).toEqual(prices)
})

test.each([
  ['no JSON', '{'],
  ['no nodes', {}],
  ['an empty list of nodes', { nodes: [] }],
  ['an unknown chain', { nodes: [{ namespace: 'stellar', url: 'https://node.example' }] }],
  ['an address of another kind', { nodes: [{ ...node, url: 'file:///etc/passwd' }] }],
  ['a name that is not there', { nodes: [node], project: ['a'] }],
  ['a price that is a number', { nodes: [node], prices: [{ networkId: 'eip155:1', usd: 3120.55 }] }],
])('refuses %s, and says where', async (_what, settings) => {
  await expect(read(settings)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  const refused = await read(settings).catch((error: Error) => error.message)
  expect(refused).toMatch(/^LATCHKEY_SETTINGS: \.\/wallet-data\.json .+Write at least \{"nodes"/)
})

test('says which file is missing', async () => {
  const missing = readEnvironment({ LATCHKEY_SETTINGS: '/nowhere.json' }, async () => {
    throw new Error('no such file')
  })
  await expect(missing).rejects.toThrow("LATCHKEY_SETTINGS: /nowhere.json can't be read: no such file.")
})

test.each(['LATCHKEY_PORT', 'LATCHKEY_PROXIES'])('refuses a %s that is no count', async (name) => {
  await expect(read({ nodes: [node] }, { [name]: '-1' })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
})
