// Several phones at once, with the real client libraries on all sides, over the local relay.
import { createWalletConnectWallet, type WalletConnectWallet } from '@latchkey/testkit/walletconnect'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { type Bench, type Device, newDevice, type Page, startBench } from '../test/startBench.js'

const patience = { timeout: 40_000 }
const policies = { proposal: 'approve', request: 'approve' } as const
const keyOf = (byte: number) => new Uint8Array(32).fill(byte)

let bench: Bench | undefined
let second: WalletConnectWallet | undefined
afterEach(async () => {
  await second?.close()
  await bench?.stop()
  bench = undefined
  second = undefined
})

interface Phones {
  readonly bench: Bench
  readonly page: Page
  readonly river: WalletConnectWallet
  readonly stone: WalletConnectWallet
}

async function twoPhones(device: Device): Promise<Phones> {
  const started = await startBench({ name: 'River', policies, keys: { eip155: [keyOf(1)] } })
  bench = started
  const stone = await createWalletConnectWallet({
    relayUrl: started.relay.url,
    name: 'Stone',
    policies,
    keys: { eip155: [keyOf(2)] },
  })
  second = stone
  const page = await started.open(device, ['eip155'])
  await page.connect(started.wallet.pair)
  await page.connect(stone.pair)
  return { bench: started, page, river: started.wallet, stone }
}

const names = ({ session }: Page) => session.state.connections.map(({ name }) => name)
const requests = (wallet: WalletConnectWallet) => wallet.answers.filter(({ kind }) => kind === 'request')

/** Makes a wallet's account the active one and signs with it: the signature is of that account. */
async function expectSignature(page: Page, name: string): Promise<void> {
  const connection = page.session.state.connections.find((candidate) => candidate.name === name)
  page.session.setActiveAccount({ namespace: 'eip155', connectionId: connection?.id ?? '' })
  const { address, signature } = await page.sign('eip155', name)
  expect(address).toBe(connection?.accounts[0]?.address)
  const sound = await verifyMessage({ address: address as Hex, message: name, signature: signature as Hex })
  expect(sound).toBe(true)
}

it('are listed by their own names, and each signs with its own account', async () => {
  const { page, river, stone } = await twoPhones(newDevice())
  expect(names(page)).toEqual(['River', 'Stone'])
  expect(new Set(page.session.state.connections.map(({ accounts }) => accounts[0]?.address)).size).toBe(2)
  await expectSignature(page, 'River')
  await expectSignature(page, 'Stone')
  expect([requests(river), requests(stone)]).toMatchObject([{ length: 1 }, { length: 1 }])
})

it.each([
  ['River', 'Stone'],
  ['Stone', 'River'],
])('lose %s alone when it is disconnected, and %s goes on', async (gone, left) => {
  const device = newDevice()
  const { bench: running, page, river, stone } = await twoPhones(device)
  const connection = page.session.state.connections.find(({ name }) => name === gone)
  await page.session.disconnect({ connectionId: connection?.id ?? '' })
  expect(names(page)).toEqual([left])
  const [ended, alive] = gone === 'River' ? [river, stone] : [stone, river]
  await expect.poll(() => ended.sessions, patience).toEqual([])
  await expectSignature(page, left)
  expect(alive.sessions).toHaveLength(1)
  await page.kernel.dispose()
  const again = await running.open(device, ['eip155'])
  await expect.poll(() => names(again), patience).toEqual([left])
})

it('are both taken up after a reload, the one that was active is active again', async () => {
  const device = newDevice()
  const { bench: running, page } = await twoPhones(device)
  await expectSignature(page, 'River')
  await page.kernel.dispose()
  const again = await running.open(device, ['eip155'])
  await expect.poll(() => names(again).sort(), patience).toEqual(['River', 'Stone'])
  await expect.poll(() => again.session.state.restored).toBe(true)
  expect(again.session.activeConnection('eip155')?.name).toBe('River')
  await expectSignature(again, 'River')
  await expectSignature(again, 'Stone')
})

it('are both in every tab: one that was open takes the second up and keeps the first', async () => {
  const device = newDevice()
  const started = await startBench({ name: 'River', policies, keys: { eip155: [keyOf(1)] } })
  bench = started
  const stone = await createWalletConnectWallet({
    relayUrl: started.relay.url,
    name: 'Stone',
    policies,
    keys: { eip155: [keyOf(2)] },
  })
  second = stone
  const page = await started.open(device, ['eip155'])
  await page.connect(started.wallet.pair)
  const other = await started.open(device, ['eip155'])
  await expect.poll(() => names(other), patience).toEqual(['River'])
  await page.connect(stone.pair)
  await expect.poll(() => names(other), patience).toEqual(['River', 'Stone'])
  for (const tab of [other, page]) {
    await expectSignature(tab, 'Stone')
    await expectSignature(tab, 'River')
  }
  const river = other.session.state.connections.find(({ name }) => name === 'River')
  await other.session.disconnect({ connectionId: river?.id ?? '' })
  await expect.poll(() => names(page), patience).toEqual(['Stone'])
  await expectSignature(page, 'Stone')
  await expect.poll(() => started.wallet.sessions, patience).toEqual([])
})

it('end alone: what the wallet ends is gone, and the other stays', async () => {
  const { page, river } = await twoPhones(newDevice())
  await river.disconnect(river.sessions[0]?.topic ?? '')
  await expect.poll(() => names(page), patience).toEqual(['Stone'])
  await expectSignature(page, 'Stone')
})

it('are one when the same wallet is connected again, whose earlier session is ended', async () => {
  const { page, river } = await twoPhones(newDevice())
  const before = page.session.state.connections.find(({ name }) => name === 'River')?.id
  await page.connect(river.pair)
  expect(names(page).sort()).toEqual(['River', 'Stone'])
  expect(page.session.state.connections.find(({ name }) => name === 'River')?.id).toBe(before)
  await expect.poll(() => river.sessions, patience).toHaveLength(1)
  await expectSignature(page, 'River')
})
