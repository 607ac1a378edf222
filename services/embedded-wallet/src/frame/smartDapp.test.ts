// The smart account as an app meets it: the connection of email login over the real frame, service, node and bundler.
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { FrameLocator, Page } from 'playwright'
import { redeemCalls } from '@latchkey/plugin-smart-sessions/delegations'
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  verifyMessage,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PaymasterPolicy,
  startAccountAbstraction,
} from '../../../../devstack/src/account-abstraction/index.js'
import { startEvm } from '../../../../devstack/src/index.js'
import { waitForReceipt } from '../../../../devstack/src/evm/index.js'
import { openProfile, press, startHost } from '../../test/openWalletPage.js'
import { codeIn, startService, type TestService } from '../../test/startService.js'
import { contracts } from './evm/smart/contracts.js'
import { upgradeCode } from './evm/upgrade/readUpgrade.js'

let running: TestService
let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>
let host: { readonly url: string; readonly server: Server }
let profile: Awaited<ReturnType<typeof openProfile>>
let page: Page
let frame: FrameLocator
let script: string
const email = 'smart@example.com'

interface Seen {
  readonly accounts: readonly { readonly address: Hex; readonly kind: string }[]
  readonly active: Hex
  readonly smart: {
    readonly address: Hex
    readonly isDeployed: boolean
    readonly networks: readonly number[]
  }
  readonly stored: string | null
}
const see = (): Promise<Seen> =>
  page.evaluate(() => {
    const { auth, wallets, session } = (globalThis as any).app
    const connection = session.state.connections[0]
    return {
      accounts: connection?.accounts.map(({ address, kind }: any) => ({ address, kind })) ?? [],
      active: wallets.active('eip155')?.account.address,
      smart: auth.state.smartAccount && { ...auth.state.smartAccount },
      stored: localStorage.getItem('latchkey:emailAuth.smartNetworks'),
    }
  })
const request = (
  method: string,
  params: unknown,
): Promise<{ value?: any; code?: number; message?: string }> =>
  page.evaluate(
    ({ method, params }) =>
      (globalThis as any).app.ask(method, params).then(
        (value: unknown) => ({ value }),
        (error: any) => ({ code: error.code, message: error.message }),
      ),
    { method, params },
  )
async function decide(method: string, params: unknown, button: string) {
  const asked = request(method, params)
  await press(frame, button)
  return asked
}

/** Runs in the page. */
async function openApp({ frameUrl, rpcUrl, chainId }: { frameUrl: string; rpcUrl: string; chainId: number }) {
  const parts = (globalThis as any).latchkey
  const { createKernel, eip155, emailAuth, EmailAuth, Eip155Provider, Navigation, Session, Wallets } = parts
  const network = {
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const kernel = createKernel(
    [
      eip155({ networks: [network], injected: false }),
      emailAuth({ frameUrl, networks: [`eip155:${chainId}`] }),
      parts.smartSessions(),
    ],
    { logLevel: 'silent' },
  )
  const [auth, navigation, session] = [kernel.get(EmailAuth), kernel.get(Navigation), kernel.get(Session)]
  const wallets = kernel.get(Wallets)
  navigation.attach(() => true)
  await kernel.start()
  const element = document.createElement('div')
  element.style.cssText = 'width:400px;height:600px'
  document.body.append(element)
  auth.placeFrame({ element, title: 'Wallet', closeLabel: 'Close', onClose: () => auth.dismissFrame() })
  const ask = (method: string, params: unknown) =>
    wallets.active('eip155').provider(Eip155Provider).request({ method, params })
  const sessions = kernel.get(parts.SmartSessions)
  Object.assign(globalThis, { app: { auth, navigation, session, wallets, ask, sessions } })
}

async function open(): Promise<void> {
  await page.goto(host.url)
  await page.addScriptTag({ content: script })
  await page.evaluate(openApp, {
    frameUrl: `${running.service.url}/frame`,
    rpcUrl: chain.url,
    chainId: chain.chainId,
  })
  frame = page.frameLocator('[data-latchkey-frame] iframe')
}

beforeAll(async () => {
  host = await startHost()
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
  running = await startService({
    allowedOrigins: [host.url],
    bundlers: { [`eip155:${chain.chainId}`]: [abstraction.bundlerUrl] },
  })
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const bundled = await build({
    stdin: {
      contents: `
        export { createKernel } from '@latchkey/kernel'
        export { Navigation, Session, Wallets } from '@latchkey/kernel/wallet'
        export { eip155, Eip155Provider } from '@latchkey/plugin-eip155'
        export { EmailAuth, emailAuth } from '@latchkey/plugin-email-auth'
        export { SmartSessions, smartSessions } from '@latchkey/plugin-smart-sessions'`,
      resolveDir: here('../../../../plugins/eip155'),
    },
    alias: {
      '@latchkey/plugin-email-auth': here('../../../../plugins/email-auth/src/index.ts'),
      '@latchkey/plugin-eip155': here('../../../../plugins/eip155/src/index.ts'),
      '@latchkey/plugin-smart-sessions': here('../../../../plugins/smart-sessions/src/index.ts'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'latchkey',
  })
  script = bundled.outputFiles[0]?.text ?? ''
  profile = await openProfile()
  page = await profile.context.newPage()
  await open()
}, 300_000)
afterAll(async () => {
  await profile?.remove()
  await abstraction?.stop()
  await chain?.stop()
  expect(running?.faults).toEqual([])
  await running?.stop()
  host?.server.close()
})

test('a login brings a smart account, which is set up by its first transaction; the person turns to the other account, and stays there', async () => {
  await page.evaluate(async (email) => (globalThis as any).app.auth.connectEmail(email), email)
  const { text } = await running.mail.next(email)
  const connected = page.evaluate(async (code) => {
    const { auth, session, navigation } = (globalThis as any).app
    await auth.connectOtp(code)
    await session.connect({ connectorId: 'emailAuth' })
    navigation.close()
  }, codeIn(text))
  await press(frame, 'I’ve written it down')
  await connected
  const first = await see()
  expect(first.accounts.map(({ kind }) => kind)).toEqual(['smartAccount', 'eoa'])
  const [smart, eoa] = first.accounts.map(({ address }) => address) as [Hex, Hex]
  expect(first).toMatchObject({
    active: smart,
    smart: { address: smart, isDeployed: false, networks: [chain.chainId] },
    stored: JSON.stringify(String(chain.chainId)),
  })

  await chain.setBalance(smart, parseEther('1'))
  const to = privateKeyToAddress(generatePrivateKey())
  const early = (await decide('personal_sign', ['Hello', smart], 'Sign')).value as Hex
  const check = (address: Hex, signature: Hex) =>
    chain.client.verifyMessage({ address, message: 'Hello', signature })
  expect(await check(smart, early)).toBe(true)
  const sent = await decide('eth_sendTransaction', [{ from: smart, to, value: '0x9' }], 'Send')
  expect((await chain.client.getTransactionReceipt({ hash: sent.value })).status).toBe('success')
  expect(await chain.balanceOf(to)).toBe(9n)
  await expect.poll(async () => (await see()).smart.isDeployed, { timeout: 10_000 }).toBe(true)
  const late = (await decide('personal_sign', ['Hello', smart], 'Sign')).value as Hex
  expect([await check(smart, late), await check(smart, early)]).toEqual([true, true])

  // An operation is stuck while the person switches to the other account.
  await abstraction.pauseBundling()
  const chainId = `0x${chain.chainId.toString(16)}`
  const calls = [
    { to, value: '0x1' },
    { to, value: '0x2' },
  ]
  const batch = { version: '2.0.0', chainId, from: smart, atomicRequired: true, calls }
  const { id } = (await decide('wallet_sendCalls', [batch], 'Send')).value as { id: string }
  await page.evaluate((address) => {
    const { session, wallets } = (globalThis as any).app
    const { connection } = wallets.active('eip155')
    const account = connection.accounts.find((one: any) => one.address === address)
    session.setActiveAccount({ namespace: 'eip155', connectionId: connection.id, accountId: account.id })
  }, eoa)
  expect((await see()).active).toBe(eoa)
  await expect.poll(async () => (await request('eth_accounts', [])).value[0], { timeout: 10_000 }).toBe(eoa)
  const other = (await decide('personal_sign', ['Hello', eoa], 'Sign')).value as Hex
  expect(await verifyMessage({ address: eoa, message: 'Hello', signature: other })).toBe(true)
  expect((await request('wallet_getCallsStatus', [id])).value.status).toBe(100)

  // A reload in the middle: the choice stays, and the operation is known.
  await open()
  await expect.poll(async () => (await see()).active, { timeout: 30_000 }).toBe(eoa)

  // It's sped up from there, also while the other account is in use: only one of the two is carried out.
  const waiting = await frame.locator('body').evaluate((_, id) => {
    const stored = Object.keys(localStorage).find((name) => name.startsWith('latchkey/calls/'))
    const all = JSON.parse(localStorage.getItem(stored ?? '') ?? '[]')
    return all.find((record: any) => record.id === id).operation.hash as string
  }, id)
  const spedUp = page.evaluate((hash) => (globalThis as any).app.auth.speedUp(hash), waiting)
  await press(frame, 'Speed up')
  expect(await spedUp).toEqual({ hash: expect.not.stringMatching(waiting), outcome: 'replaced' })
  await abstraction.resumeBundling()
  await expect.poll(() => chain.balanceOf(to), { timeout: 30_000 }).toBe(12n)
  const { value } = await request('wallet_getCallsStatus', [id])
  expect(value).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
}, 300_000)

test('the account of the key is upgraded in place by calls that want all or nothing, stays so over a reload, and is undone', async () => {
  const [eoa, smart] = (await see()).accounts.map(({ address }) => address) as [Hex, Hex]
  await chain.setBalance(eoa, parseEther('1'))
  const chainId = `0x${chain.chainId.toString(16)}`
  const to = privateKeyToAddress(generatePrivateKey())
  const calls = [
    { to, value: '0x1' },
    { to, value: '0x2' },
  ]
  const batch = { version: '2.0.0', chainId, from: eoa, atomicRequired: true, calls }
  const atomic = async (address: Hex) =>
    (await request('wallet_getCapabilities', [address, [chainId]])).value[chainId].atomic.status
  expect([await atomic(eoa), await atomic(smart)]).toEqual(['ready', 'supported'])
  expect((await decide('wallet_sendCalls', [batch], 'Decline')).code).toBe('RPC_ATOMIC_UPGRADE_REJECTED')
  expect(await atomic(eoa)).toBe('ready')

  const { id } = (await decide('wallet_sendCalls', [batch], 'Upgrade and send')).value as { id: string }
  await open()
  await expect.poll(async () => (await see()).active, { timeout: 30_000 }).toBe(eoa)
  const status = async () => (await request('wallet_getCallsStatus', [id])).value
  await expect.poll(async () => (await status()).status, { timeout: 10_000 }).toBe(200)
  expect(await status()).toMatchObject({ atomic: true, receipts: [{ status: '0x1' }] })
  expect([await chain.balanceOf(to), await atomic(eoa)]).toEqual([3n, 'supported'])
  const order = {
    domain: { chainId: chain.chainId, verifyingContract: contracts.delegationManager },
    types: { Delegation: [{ name: 'delegate', type: 'address' }] },
    primaryType: 'Delegation',
    message: { delegate: to },
  }
  for (const verifyingContract of [contracts.delegationManager, eoa]) {
    const data = { ...order, domain: { ...order.domain, verifyingContract } }
    expect((await request('eth_signTypedData_v4', [eoa, data])).code).toBe('RPC_INVALID_PARAMS')
  }

  const upgrade = () =>
    page.evaluate(async () => {
      const { auth } = (globalThis as any).app
      await auth.readUpgrade()
      return auth.state.upgrade && { ...auth.state.upgrade }
    })
  expect(await upgrade()).toEqual({ address: upgradeCode.address, name: upgradeCode.name })
  const undone = page.evaluate(() => (globalThis as any).app.auth.undoUpgrade())
  await press(frame, 'Undo upgrade')
  const receipt = await chain.client.waitForTransactionReceipt({ hash: (await undone) as Hex })
  expect(receipt.status).toBe('success')
  await expect.poll(() => atomic(eoa), { timeout: 10_000 }).toBe('ready')
  expect(await upgrade()).toBeUndefined()
}, 300_000)

test('a permission is given, used by the app’s own key within its limits, listed, and ended; the other account gives none', async () => {
  const key = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(key.address, parseEther('1'))
  const until = Number((await chain.client.getBlock()).timestamp) + 86_400
  const grant = () =>
    page.evaluate(
      ({ holder, until }) => {
        const { sessions } = (globalThis as any).app
        const allowance = { kind: 'native', amount: 10n }
        return sessions.grant([{ allowance, holder, until }]).then(
          (value: any) => ({ value }),
          (error: any) => ({ code: error.code, message: error.shortMessage }),
        )
      },
      { holder: key.address, until },
    )
  const choose = (kind: string) =>
    page.evaluate((kind) => {
      const { session, wallets } = (globalThis as any).app
      const { connection } = wallets.active('eip155')
      const account = connection.accounts.find((one: any) => one.kind === kind)
      session.setActiveAccount({ namespace: 'eip155', connectionId: connection.id, accountId: account.id })
    }, kind)
  const list = () =>
    page.evaluate(async () => {
      const { sessions } = (globalThis as any).app
      await sessions.read()
      return sessions.state.sessions.map(({ id, status, left }: any) => ({ id, status, left }))
    })

  expect(await grant()).toEqual({
    code: 'SESSIONS_UNSUPPORTED',
    message:
      'This account can’t give permissions. Only smart accounts can, because contracts enforce the limits.',
  })
  await choose('smartAccount')
  const asked = grant()
  await press(frame, 'Give permission')
  const [session] = (await asked).value
  const wallet = createWalletClient({ account: key, chain: chain.client.chain, transport: http(chain.url) })
  const to = privateKeyToAddress(generatePrivateKey())
  async function use(value: bigint) {
    const [call] = redeemCalls(session.permission, [{ to, value }])
    if (!call) throw new Error('There is nothing to send.')
    const hash = await wallet.sendTransaction({ ...call, gas: 2_000_000n })
    return (await waitForReceipt(chain.client, hash)).status
  }
  expect([await use(7n), await use(4n), await chain.balanceOf(to)]).toEqual(['success', 'reverted', 7n])
  expect(await list()).toEqual([{ id: session.id, status: 'active', left: 3n }])

  // What the page keeps is written by somebody else: the wallet's own list stays.
  await page.evaluate(() => {
    const name = 'latchkey:smartSessions.given'
    const stored = JSON.parse(localStorage.getItem(name) ?? '[]')
    const rubbish = [null, { context: '0x12' }, { ...stored[0], address: 'x' }]
    localStorage.setItem(name, JSON.stringify(rubbish))
  })
  expect(await list()).toEqual([{ id: session.id, status: 'active', left: 3n }])

  const ended = page.evaluate((id) => (globalThis as any).app.sessions.end([id]), session.id)
  await press(frame, 'End permission')
  await ended
  expect([await use(1n), await chain.balanceOf(to)]).toEqual(['reverted', 7n])

  // All are ended also where neither the page nor the wallet knows of one.
  const again = grant()
  await press(frame, 'Give permission')
  const [second] = (await again).value
  session.permission = second.permission
  expect([await use(1n), await chain.balanceOf(to)]).toEqual(['success', 8n])
  const all = page.evaluate(() => (globalThis as any).app.sessions.endAll())
  await press(frame, 'End all permissions')
  await all
  expect([await use(1n), await chain.balanceOf(to)]).toEqual(['reverted', 8n])

  // One that isn't ended is over at its time.
  const last = grant()
  await press(frame, 'Give permission')
  const [third] = (await last).value
  session.permission = third.permission
  expect([await use(1n), await chain.balanceOf(to)]).toEqual(['success', 9n])
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(until) + 1n })
  await chain.client.mine({ blocks: 1 })
  expect([await use(1n), await chain.balanceOf(to)]).toEqual(['reverted', 9n])
}, 300_000)

/** The app's calls in one batch of the smart account, with the fee paid by the local service where the test says so. */
async function batchOf(calls: readonly object[], more: object = {}) {
  const [smart] = (await see()).accounts.filter(({ kind }) => kind === 'smartAccount')
  const chainId = `0x${chain.chainId.toString(16)}`
  return [{ version: '2.0.0', chainId, from: smart?.address, atomicRequired: true, calls, ...more }]
}
const settledStatus = async (id: string) => {
  const status = async () => (await request('wallet_getCallsStatus', [id])).value?.status
  await expect.poll(status, { timeout: 60_000 }).not.toBe(100)
  return status()
}
const facts = () => frame.locator('dl').innerText()

test('a call that fails keeps the whole batch from being asked, and one that fails once it is mined undoes all of it', async () => {
  const to = privateKeyToAddress(generatePrivateKey())
  const paid = { to, value: '0x5' }
  // Nobody can send what they don't have.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 30n] })
  const failing = { to: chain.tokens.usd.address, data }
  const refused = await request('wallet_sendCalls', await batchOf([paid, failing]))
  expect(refused.message).toContain('would fail')
  await expect.poll(() => frame.locator('button', { hasText: /^Send$/ }).isVisible()).toBe(false)
  expect(await chain.balanceOf(to)).toBe(0n)

  // It works when the person reads it, and fails when it's carried out.
  const own = (await batchOf([]))[0]?.from as Hex
  const bob = chain.accounts[1]?.address as Hex
  const give = async (from: Hex, receiver: Hex) => {
    const pays = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 7n] })
    await chain.client.impersonateAccount({ address: from })
    const sent = { account: from, chain: chain.chain, to: chain.tokens.usd.address, data: pays }
    await waitForReceipt(chain.client, await chain.client.sendTransaction(sent))
  }
  await give(bob, own)
  const later = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 7n] })
  await abstraction.pauseBundling()
  const calls = [paid, { to: chain.tokens.usd.address, data: later }]
  const { id } = (await decide('wallet_sendCalls', await batchOf(calls), 'Send')).value as { id: string }
  await give(own, bob)
  await abstraction.resumeBundling()
  expect(await settledStatus(id)).toBe(500)
  expect(await chain.balanceOf(to)).toBe(0n)
}, 300_000)

test.each<[string, PaymasterPolicy]>([
  ['stops paying', { kind: 'stopsPaying' }],
  ['signs for something else', { kind: 'signsOther' }],
  ['names another payer than before', { kind: 'lies', members: { paymaster: `0x${'3'.repeat(40)}` } }],
  ['never answers', { kind: 'hangs' }],
])(
  'an app’s service that %s is told of before the person pays, who may decline, and pays once',
  async (_, policy) => {
    const to = privateKeyToAddress(generatePrivateKey())
    const sponsored = { capabilities: { paymasterService: { url: abstraction.paymasterUrl } } }
    const params = await batchOf([{ to, value: '0x5' }], sponsored)
    abstraction.paymaster.setPolicy(policy)
    try {
      for (const decision of ['Decline', 'Send']) {
        const asked = request('wallet_sendCalls', params)
        await frame.locator('button', { hasText: /^Send$/ }).waitFor({ timeout: 60_000 })
        if (!(await facts()).includes('doesn’t pay it this time')) {
          expect(await facts()).toContain('localhost')
          await press(frame, 'Send')
          await frame.getByText('doesn’t pay it this time').waitFor({ timeout: 60_000 })
        }
        expect(await facts()).toContain('Max network fee')
        await press(frame, decision)
        const answer = await asked
        if (decision === 'Decline') {
          expect(answer.code).toBe('USER_REJECTED')
          expect(await chain.balanceOf(to)).toBe(0n)
        } else expect(await settledStatus(answer.value.id)).toBe(200)
      }
      expect(await chain.balanceOf(to)).toBe(5n)
    } finally {
      abstraction.paymaster.setPolicy({ kind: 'pays' })
    }
  },
  300_000,
)

test('a second tab pays while a payment of the first is held up, and each is paid once', async () => {
  const [first, other] = [page, frame]
  const [held, quick] = [1, 2].map(() => privateKeyToAddress(generatePrivateKey())) as [Hex, Hex]
  await abstraction.pauseBundling()
  const stuck = await batchOf([{ to: held, value: '0x5' }])
  const { id } = (await decide('wallet_sendCalls', stuck, 'Send')).value as { id: string }
  const second = await profile.context.newPage()
  try {
    page = second
    await open()
    await expect.poll(async () => (await see()).accounts.length, { timeout: 60_000 }).toBe(2)
    const params = await batchOf([{ to: quick, value: '0x6' }])
    const sent = (await decide('wallet_sendCalls', params, 'Send')).value as { id: string }
    expect([await chain.balanceOf(held), await chain.balanceOf(quick)]).toEqual([0n, 0n])
    await abstraction.resumeBundling()
    // Each tab knows of both.
    expect([await settledStatus(sent.id), await settledStatus(id)]).toEqual([200, 200])
  } finally {
    ;[page, frame] = [first, other]
    await second.close()
  }
  expect(await settledStatus(id)).toBe(200)
  expect([await chain.balanceOf(held), await chain.balanceOf(quick)]).toEqual([5n, 6n])
}, 300_000)

test('permissions are ended at sign-out when the person wants: contracts refuse them from then on', async () => {
  const key = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(key.address, parseEther('1'))
  const wallet = createWalletClient({ account: key, chain: chain.client.chain, transport: http(chain.url) })
  const to = privateKeyToAddress(generatePrivateKey())
  const until = Number((await chain.client.getBlock()).timestamp) + 86_400
  const granted = page.evaluate(
    async ({ holder, until }) => {
      const { sessions } = (globalThis as any).app
      const asked = [10n, 20n].map((amount) => ({ allowance: { kind: 'native', amount }, holder, until }))
      return sessions.grant(asked)
    },
    { holder: key.address, until },
  )
  await press(frame, 'Give permission')
  const given = await granted
  async function use(index: number) {
    const [call] = redeemCalls(given[index].permission, [{ to, value: 1n }])
    if (!call) throw new Error('There is nothing to send.')
    const hash = await wallet.sendTransaction({ ...call, gas: 2_000_000n })
    return (await waitForReceipt(chain.client, hash)).status
  }
  const signOut = () =>
    page.evaluate(() =>
      (globalThis as any).app.sessions.endAllAndDisconnect().then(
        () => 'signed out',
        (error: any) => error.code,
      ),
    )
  expect([await use(0), await use(1), await chain.balanceOf(to)]).toEqual(['success', 'success', 2n])

  // Who declines stays signed in, and the permissions stay.
  const declined = signOut()
  await press(frame, 'Decline')
  expect(await declined).toBe('USER_REJECTED')
  expect((await see()).accounts).toHaveLength(2)
  expect([await use(0), await chain.balanceOf(to)]).toEqual(['success', 3n])

  const left = signOut()
  await press(frame, 'End permissions')
  expect(await left).toBe('signed out')
  expect((await see()).accounts).toEqual([])
  expect([await use(0), await use(1), await chain.balanceOf(to)]).toEqual(['reverted', 'reverted', 3n])
}, 300_000)
