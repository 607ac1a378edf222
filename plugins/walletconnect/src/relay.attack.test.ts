// A relay that forges and replays, and wallets that lie, against the real client library. After each attack the app
// stands: nothing is asked of the wallet that nobody asked for, a signature still works, and the person can disconnect.
import { createCipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Bench, type Device, ethereum, newDevice, type Page, startBench } from '../test/startBench.js'

const patience = { timeout: 40_000 }
const approve = { proposal: 'approve', request: 'approve' } as const

// The client library listens once for each message under way, and these attacks have hundreds under way.
const usualListeners = EventEmitter.defaultMaxListeners
beforeAll(() => {
  EventEmitter.defaultMaxListeners = 1_000
})
afterAll(() => {
  EventEmitter.defaultMaxListeners = usualListeners
})

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

interface Attacked extends Bench {
  readonly page: Page
  readonly device: Device
  readonly topic: string
}

async function connected(options: Parameters<typeof startBench>[0] = {}): Promise<Attacked> {
  const started = await startBench({ policies: approve, ...options })
  bench = started
  const device = newDevice()
  const page = await started.open(device, ['eip155'])
  await page.connect(started.wallet.pair)
  return { ...started, page, device, topic: started.wallet.sessions[0]?.topic ?? '' }
}

const asked = ({ wallet }: Pick<Bench, 'wallet'>) =>
  wallet.answers.filter(({ kind }) => kind === 'request').length

async function expectSignature(page: Page): Promise<void> {
  const { address, signature } = await page.sign('eip155', 'hi')
  expect(await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })).toBe(
    true,
  )
}

/** What must hold after every attack. `requests`: how many the person made before. */
async function expectStanding(attacked: Attacked, before: unknown, requests: number): Promise<void> {
  const { page, wallet } = attacked
  expect(page.session.activeConnection('eip155')).toEqual(before)
  await expectSignature(page)
  await expect.poll(() => asked(attacked), patience).toBe(requests + 1)
  await page.session.disconnect()
  expect(page.session.state.connections).toEqual([])
  await expect.poll(() => wallet.sessions, patience).toEqual([])
}

const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64')
const other = 'ab'.repeat(32)

/** The key of each topic, as the page's client library keeps them. */
function keysOf({ device }: Pick<Attacked, 'device'>): Readonly<Record<string, string>> {
  const [, keys] = [...device.clientStorage.entries].find(([name]) => name.endsWith('keychain')) ?? []
  return keys as Readonly<Record<string, string>>
}

/** A message as a peer that has the key seals it: an envelope of type 0, a nonce, and ChaCha20-Poly1305. */
function seal(key: string | undefined, content: unknown): string {
  if (key === undefined) throw new Error('there is no such key')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('chacha20-poly1305', Buffer.from(key, 'hex'), nonce, { authTagLength: 16 })
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([Buffer.from([0]), nonce, sealed]).toString('base64')
}

const answer = (id: unknown, result: unknown = `0x${'11'.repeat(65)}`) => ({ id, jsonrpc: '2.0', result })
const endOf = (id: number) => ({
  id,
  jsonrpc: '2.0',
  method: 'wc_sessionDelete',
  params: { code: 6000, message: 'The wallet has left.' },
})

type Attack = (attacked: Attacked) => void | Promise<void>

const attacks: readonly (readonly [string, Attack])[] = [
  ['replays all it ever saw', ({ relay }) => relay.published().forEach(relay.inject)],
  ['replays it backwards', ({ relay }) => [...relay.published()].reverse().forEach(relay.inject)],
  [
    'replays each message a hundred times',
    ({ relay }) => {
      for (let count = 0; count < 100; count += 1) relay.published().forEach(relay.inject)
    },
  ],
  [
    'sends messages of the pairing to the session, and of the session to itself under other tags',
    ({ relay, topic }) => {
      for (const { message, tag } of [...relay.published()]) {
        for (const wrong of [tag, tag + 1, 1108, 1112]) relay.inject({ topic, message, tag: wrong })
      }
    },
  ],
  [
    'forges what nobody encrypted',
    ({ relay, topic }) => {
      const forged = ['', 'x', '{}', '[]', 'null', bytes(1), bytes(28), bytes(200), '\u0000', '💥']
      for (const message of forged) relay.inject({ topic, message, tag: 1112 })
      // Envelopes of each type, with keys that are not the wallet's.
      for (const type of [0, 1, 2, 3, 255]) {
        const envelope = Buffer.concat([Buffer.from([type]), Buffer.alloc(120, type + 1)])
        relay.inject({ topic, message: envelope.toString('base64'), tag: 1109 })
      }
    },
  ],
  [
    'answers, with the key of the session, what nobody asked',
    (attacked) => {
      const { relay, topic } = attacked
      const key = keysOf(attacked)[topic]
      const ids = [0, 1, -1, 1.5, 1e308, null, '1', [], {}, Date.now() * 1_000, '__proto__']
      for (const id of ids) relay.inject({ topic, message: seal(key, answer(id)), tag: 1109 })
      for (const content of [null, 5, [], {}, { id: 1 }, { method: 'x' }, [answer(1)]]) {
        relay.inject({ topic, message: seal(key, content), tag: 1109 })
      }
    },
  ],
  [
    'ends the session with the keys of other topics',
    (attacked) => {
      const { relay, topic } = attacked
      const others = Object.entries(keysOf(attacked)).filter(([name]) => name !== topic)
      expect(others.length).toBeGreaterThan(0)
      for (const [index, [, key]] of others.entries()) {
        const message = seal(key, endOf(Date.now() * 1_000 + index))
        for (const tag of [1112, 1108]) relay.inject({ topic, message, tag })
      }
    },
  ],
  ['sends a megabyte', ({ relay, topic }) => relay.inject({ topic, message: bytes(700_000), tag: 1104 })],
  [
    'changes one character of each message',
    ({ relay }) => {
      for (const { topic, message, tag } of [...relay.published()]) {
        const at = Math.floor(message.length / 2)
        const changed = message[at] === 'A' ? 'B' : 'A'
        relay.inject({ topic, message: message.slice(0, at) + changed + message.slice(at + 1), tag })
      }
    },
  ],
  [
    'sends on topics that nobody listens to',
    ({ relay }) => {
      for (const { message, tag } of [...relay.published()]) relay.inject({ topic: other, message, tag })
    },
  ],
]

it.each(attacks)('stands while the relay %s', async (_, attack) => {
  const attacked = await connected()
  await expectSignature(attacked.page)
  await expect.poll(() => asked(attacked), patience).toBe(1)
  const before = attacked.page.session.activeConnection('eip155')
  await attack(attacked)
  await expectStanding(attacked, before, 1)
})

it('takes no answer of an earlier request for a later one', async () => {
  const attacked = await connected()
  const { page, relay, wallet } = attacked
  const first = await page.sign('eip155', 'first')
  wallet.setPolicies({ request: 'queue' })
  const second = page.sign('eip155', 'second')
  const waiting = await wallet.next('request')
  relay.published().forEach(relay.inject)
  await waiting.approve()
  const { address, signature } = await second
  expect(signature).not.toBe(first.signature)
  expect(
    await verifyMessage({ address: address as Hex, message: 'second', signature: signature as Hex }),
  ).toBe(true)
})

it('takes no answer to another request for the one it waits for', async () => {
  const attacked = await connected({ policies: { proposal: 'approve', request: 'queue' } })
  const { page, relay, wallet, topic } = attacked
  const signing = page.sign('eip155', 'hi')
  const waiting = await wallet.next('request')
  const key = keysOf(attacked)[topic]
  for (let id = 0; id < 10; id += 1) {
    relay.inject({ topic, message: seal(key, answer(Date.now() * 1_000 + id)), tag: 1109 })
  }
  await waiting.approve()
  const { address, signature } = await signing
  expect(await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })).toBe(
    true,
  )
  wallet.setPolicies(approve)
  await expectStanding(attacked, page.session.activeConnection('eip155'), 1)
})

it('ends the session, and can be connected again, when the wallet ends the session a hundred times', async () => {
  const attacked = await connected()
  const { page, relay, wallet, topic } = attacked
  const key = keysOf(attacked)[topic]
  for (let id = 0; id < 100; id += 1) {
    relay.inject({ topic, message: seal(key, endOf(Date.now() * 1_000 + id)), tag: 1112 })
  }
  await expect.poll(() => page.session.state.connections, patience).toEqual([])
  expect(asked(attacked)).toBe(0)
  await page.session.disconnect()
  await page.connect(wallet.pair)
  await expectSignature(page)
  expect(page.session.state.connections).toHaveLength(1)
})

it('stands while the wallet floods it with updates, extensions and events', async () => {
  const attacked = await connected()
  const { page, wallet, topic } = attacked
  const before = page.session.activeConnection('eip155')
  const namespaces = wallet.sessions[0]?.namespaces ?? {}
  // Two requests that the wallet's client makes within a millisecond may get one id, and then one never settles.
  const flood = Promise.allSettled([
    ...Array.from({ length: 20 }, () => wallet.update(topic, namespaces)),
    ...Array.from({ length: 5 }, () => wallet.extend(topic)),
    ...Array.from({ length: 50 }, (_, index) =>
      wallet.emit(topic, { name: 'accountsChanged', data: [`0x${index}`] }, ethereum),
    ),
  ])
  await Promise.race([flood, new Promise((resolve) => setTimeout(resolve, 5_000))])
  await expectStanding(attacked, before, 0)
})

it('shows a name that was cut and freed of tricks, and no link that is not a picture', async () => {
  const metadata = {
    name: `\u202e${'Trust Wallet '.repeat(2_000)}`,
    description: 'x'.repeat(50_000),
    url: 'javascript:alert("${document.cookie}")',
    icons: ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'http://a.example/i.png'],
  }
  const attacked = await connected({ metadata })
  const connection = attacked.page.session.activeConnection('eip155')
  expect([...(connection?.name ?? '')].length).toBeLessThanOrEqual(60)
  expect(connection?.name).toMatch(/^Trust Wallet Trust/)
  expect(connection?.icon).toBeUndefined()
  await expectStanding(attacked, connection, 0)
})

it.each([
  ['a link', `https://wallet.example/${'x'.repeat(30_000)}.png`],
  ['an embedded one', `data:image/png;base64,${bytes(30_000)}`],
])('shows no picture of more than 20 kB: %s', async (_, icon) => {
  const metadata = { name: 'River', description: 'River', url: 'https://wallet.example', icons: [icon] }
  const attacked = await connected({ metadata })
  const connection = attacked.page.session.activeConnection('eip155')
  expect([connection?.name, connection?.icon]).toEqual(['River', undefined])
  await expectStanding(attacked, connection, 0)
})

it('says the wallet’s refusal as the wallet’s words, cut, with our sentence before it', async () => {
  const attacked = await connected({ policies: { proposal: 'approve', request: 'queue' } })
  const { page, wallet } = attacked
  const signing = page.sign('eip155', 'hi').catch((error: unknown) => error)
  const waiting = await wallet.next('request')
  await waiting.reject({
    code: 5002,
    message: `Type your recovery phrase to go on \u202e${'x'.repeat(20_000)}`,
  })
  const failure = (await signing) as { readonly message: string; readonly shortMessage: string }
  expect(failure.shortMessage.length).toBeLessThanOrEqual(300)
  expect(failure.shortMessage).not.toMatch(/^Type your recovery phrase/)
  expect(failure.message).not.toContain('\u202e')
  wallet.setPolicies(approve)
  await expectStanding(attacked, page.session.activeConnection('eip155'), 1)
})
