// The app as a Safe App: the messages of Safe's documented protocol between two origins, over Safe's own contracts on the local
// chain, with two owners of whom the second one takes their time.
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { configure, expect, test } from './fixtures.js'
import { startSafeHost } from './safeHost.js'
import { startSignInServer } from './signInServer.js'

type Chains = Parameters<typeof startSafeHost>[0]
const appUrl = () => process.env['LATCHKEY_E2E_URL'] ?? ''

async function open(page: Page, chain: Chains, { origins, url = appUrl(), ...app }: OpenOptions = {}) {
  const safe = await startSafeHost(chain)
  await configure(page, { chains: [chain.chain], safe: { origins: origins ?? [safe.origin] }, ...app })
  return { safe, frame: await safe.open(page, url) }
}
interface OpenOptions extends Partial<Parameters<typeof configure>[1]> {
  readonly origins?: readonly string[]
  readonly url?: string
}

const only = async <T>(map: ReadonlyMap<string, T>): Promise<string> => {
  await expect.poll(() => map.size).toBe(1)
  return [...map.keys()][0] ?? ''
}

test('connects by itself, sends a batch as one transaction, and waits for the other owner', async ({
  page,
  chains,
  problems,
}) => {
  const { safe, frame } = await open(page, chains.main)
  await expect(frame.getByTestId('status')).toHaveText('connected')
  await expect(frame.getByTestId('address')).toHaveText(safe.address)
  await expect(frame.getByTestId('network')).toHaveText(`eip155:${chains.main.chainId}`)
  const [alice, bob] = [
    '0x00000000000000000000000000000000000a11ce',
    '0x0000000000000000000000000000000000000b0b',
  ]
  const calls = JSON.stringify([
    { to: alice, value: `${parseEther('1')}n` },
    { to: bob, value: `${parseEther('2')}n` },
  ])
  const balances = () =>
    Promise.all(
      [alice, bob].map((address) => chains.main.client.getBalance({ address: address as `0x${string}` })),
    )
  const before = await balances()
  await frame.getByTestId('calls').fill(calls)
  await frame.getByTestId('send-calls').click()
  const hash = await only(safe.proposals)
  await expect(frame.getByText('Waiting for other owners to approve this in Safe.').first()).toBeVisible()
  await safe.confirm(hash)
  await expect(frame.getByText('Approved. Waiting for an owner to execute it in Safe.').first()).toBeVisible()
  expect(await balances()).toEqual(before)
  await safe.execute(hash)
  await expect(frame.getByTestId('calls-decision')).toContainText('confirmed')
  await expect(frame.getByTestId('calls-reason')).toHaveText('')
  await expect(frame.getByText('Waiting for an owner')).toHaveCount(0)
  const after = await balances()
  expect(after.map((value, index) => value - (before[index] ?? 0n))).toEqual([
    parseEther('1'),
    parseEther('2'),
  ])
  expect(safe.proposals.size).toBe(1)
  expect(problems).toEqual([])
  await safe.stop()
})

test('signs in with the signatures of both owners, which the contract checks', async ({ page, chains }) => {
  const server = await startSignInServer(appUrl(), { [chains.main.chainId]: chains.main.url })
  const { safe, frame } = await open(page, chains.main, {
    url: server.url,
    siwx: { required: true, backend: '/api/siwx' },
  })
  await frame.getByTestId('siwx-sign').click()
  const hash = await only(safe.messages)
  await expect(frame.getByText('Waiting for other owners to sign this in Safe.').first()).toBeVisible()
  expect(server.signIns).toEqual([])
  await safe.signSecond(hash)
  await expect.poll(() => server.signIns.map(({ method }) => method)).toEqual(['eip1271'])
  expect(server.signIns[0]?.accountId.toLowerCase()).toBe(
    `eip155:${chains.main.chainId}:${safe.address}`.toLowerCase(),
  )
  expect(server.refused).toEqual([])
  await Promise.all([safe.stop(), server.stop()])
})

test('tells what was declined and what was canceled', async ({ page, chains }) => {
  const { safe, frame } = await open(page, chains.main)
  await expect(frame.getByTestId('status')).toHaveText('connected')
  const calls = JSON.stringify([
    { to: safe.address, value: '1n' },
    { to: safe.address, value: '2n' },
  ])
  safe.host.declines = true
  await frame.getByTestId('calls').fill(calls)
  await frame.getByTestId('send-calls').click()
  await expect(frame.getByTestId('calls-error')).toContainText('USER_REJECTED')
  safe.host.declines = false
  await frame.getByTestId('send-calls').click()
  safe.cancel(await only(safe.proposals))
  // The service's word is no proof: a later block in which the account did nothing is.
  await expect(async () => {
    await mineBlock(chains.main.url)
    await expect(frame.getByTestId('calls-decision')).toContainText('failed', { timeout: 2_000 })
  }).toPass()
  await expect(frame.getByTestId('calls-reason')).toContainText('Nothing was done.')
  await safe.stop()
})

test('is offered neither in a page of its own nor in the frame of a stranger, and asks nothing there', async ({
  page,
  chains,
}) => {
  const { safe, frame } = await open(page, chains.main, { origins: ['https://app.safe.global'] })
  await expect(frame.getByTestId('status')).toHaveText('disconnected')
  await frame.getByTestId('connect-button').click()
  await expect(frame.getByRole('dialog')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Safe', exact: true })).toHaveCount(0)
  expect([safe.proposals.size, safe.messages.size]).toEqual([0, 0])
  await page.goto(appUrl())
  await page.getByTestId('connect-button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Safe', exact: true })).toHaveCount(0)
  await safe.stop()
})

async function mineBlock(url: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] })
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
