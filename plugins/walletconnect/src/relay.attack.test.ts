// A relay that forges and replays, and wallets that lie, against the real client library. After each attack the app
// stands: nothing is asked of the wallet that nobody asked for, a signature still works, and the person can disconnect.
import { type Hex, verifyMessage } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { type Bench, ethereum, newDevice, type Page, startBench } from '../test/startBench.js'

const patience = { timeout: 40_000 }
const approve = { proposal: 'approve', request: 'approve' } as const

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

interface Attacked extends Bench {
  readonly page: Page
  readonly topic: string
}

async function connected(options: Parameters<typeof startBench>[0] = {}): Promise<Attacked> {
  const started = await startBench({ policies: approve, ...options })
  bench = started
  const page = await started.open(newDevice(), ['eip155'])
  await page.connect(started.wallet.pair)
  return { ...started, page, topic: started.wallet.sessions[0]?.topic ?? '' }
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

it('stands while the wallet floods it with updates, extensions and events', async () => {
  const attacked = await connected()
  const { page, wallet, topic } = attacked
  const before = page.session.activeConnection('eip155')
  const namespaces = wallet.sessions[0]?.namespaces ?? {}
  await Promise.allSettled([
    ...Array.from({ length: 20 }, () => wallet.update(topic, namespaces)),
    ...Array.from({ length: 5 }, () => wallet.extend(topic)),
    ...Array.from({ length: 50 }, (_, index) =>
      wallet.emit(topic, { name: 'accountsChanged', data: [`0x${index}`] }, ethereum),
    ),
  ])
  await expectStanding(attacked, before, 0)
})

it('shows a name that was cut and freed of tricks, and no link that is not a picture', async () => {
  const metadata = {
    name: `\u202e${'Trust Wallet '.repeat(2_000)}`,
    description: 'x'.repeat(50_000),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a link as a hostile wallet writes it
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
