// EIP-5792 over a session: a local node, and the real client libraries on both sides.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { eip155 } from '@latchkey/plugin-eip155'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  anvil,
  type Bench,
  ethereum,
  evmChain,
  newDevice,
  type Page,
  startBench,
} from '../test/startBench.js'

interface Requests {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<any>
}

let evm: EvmStack
let bench: Bench | undefined
beforeAll(async () => {
  evm = await startEvm()
}, 120_000)
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})
afterAll(async () => evm?.stop())

async function connected(options: Parameters<typeof startBench>[0] = {}) {
  const started = await startBench({
    keys: { eip155: [evm.accounts[0]?.privateKey ?? '0x'].map((key) => Buffer.from(key.slice(2), 'hex')) },
    rpcUrls: { [anvil]: evm.url },
    walletCalls: true,
    ...options,
  })
  bench = started
  const page = await started.open(newDevice(), [
    eip155({ networks: [evmChain(1, 'Ethereum'), evmChain(31337, 'Local', evm.url)] }),
  ])
  await page.connect(started.wallet.pair)
  return { page, wallet: started.wallet, account: page.session.activeAccount('eip155')?.address as Hex }
}

const providerOf = (page: Page) => page.session.provider({ namespace: 'eip155' }) as Requests
const askedFor = ({ wallet }: Pick<Bench, 'wallet'>, method: string) =>
  wallet.answers.filter((answer) => answer.method === method).length
const capabilities = 'wallet_getCapabilities'

describe('wallet calls over a session', () => {
  it('are sent on the network they name, and their status is what the node says', async () => {
    const { page, account } = await connected()
    const provider = providerOf(page)
    expect(page.session.activeConnection('eip155')?.networks).toEqual({ eip155: ethereum })
    const receivers = [1, 2].map((index) => evm.accounts[index]?.address as Hex)
    const before = await Promise.all(receivers.map((address) => evm.client.getBalance({ address })))
    const calls = receivers.map((to) => ({ to, value: '0x1' }))
    const bundle = { version: '2.0.0', from: account, chainId: '0x7a69', atomicRequired: false, calls }
    const { id } = await provider.request({ method: 'wallet_sendCalls', params: [bundle] })
    const status = () => provider.request({ method: 'wallet_getCallsStatus', params: [id] })
    await expect.poll(status, { timeout: 20_000 }).toMatchObject({ id, status: 200, atomic: false })
    const { receipts } = await status()
    expect(receipts).toHaveLength(2)
    const after = await Promise.all(receivers.map((address) => evm.client.getBalance({ address })))
    expect(after).toEqual(before.map((balance) => balance + 1n))
  })

  it('keep the code the wallet refuses them with', async () => {
    const { page, account } = await connected()
    const provider = providerOf(page)
    const bundle = { version: '2.0.0', from: account, chainId: '0x1', atomicRequired: true, calls: [] }
    await expect(provider.request({ method: 'wallet_sendCalls', params: [bundle] })).rejects.toMatchObject({
      rpcCode: 5760,
    })
    await expect(
      provider.request({ method: 'wallet_getCallsStatus', params: ['0x00'] }),
    ).rejects.toMatchObject({ rpcCode: 5730 })
    const elsewhere = { ...bundle, chainId: '0xa' }
    await expect(provider.request({ method: 'wallet_sendCalls', params: [elsewhere] })).rejects.toMatchObject(
      { code: 'NETWORK_NOT_APPROVED' },
    )
  })

  it('are refused where the session does not allow them', async () => {
    const { page, wallet } = await connected({ walletCalls: false })
    const provider = providerOf(page)
    for (const method of ['wallet_sendCalls', 'wallet_getCallsStatus']) {
      await expect(provider.request({ method, params: [] })).rejects.toMatchObject({
        code: 'METHOD_NOT_APPROVED',
      })
    }
    expect(wallet.answers.map(({ kind }) => kind)).toEqual(['proposal'])
  })
})

describe('what a wallet can do', () => {
  it('is asked once for each account and its chains', async () => {
    const { page, wallet, account } = await connected()
    const ask = (...params: unknown[]) => providerOf(page).request({ method: capabilities, params })
    const unsupported = { atomic: { status: 'unsupported' } }
    const [first, again] = await Promise.all([ask(account, ['0x1']), ask(account.toLowerCase(), ['0x01'])])
    expect(first).toEqual({ '0x1': unsupported })
    expect(again).toEqual(first)
    expect(askedFor({ wallet }, capabilities)).toBe(1)
    expect(await ask(account, ['0x7a69'])).toEqual({ '0x7a69': unsupported })
    expect(await ask(account)).toEqual({ '0x1': unsupported, '0x7a69': unsupported })
    expect(await ask(account)).toEqual({ '0x1': unsupported, '0x7a69': unsupported })
    expect(askedFor({ wallet }, capabilities)).toBe(3)
  })

  it('is asked again after a refusal, and never for an account of another', async () => {
    const { page, wallet, account } = await connected()
    const ask = (...params: unknown[]) => providerOf(page).request({ method: capabilities, params })
    wallet.setPolicies({ request: 'reject' })
    await expect(ask(account)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.setPolicies({ request: 'approve' })
    expect(Object.keys(await ask(account))).toEqual(['0x1', '0x7a69'])
    const stranger = evm.accounts[3]?.address
    await expect(ask(stranger)).rejects.toMatchObject({ rpcCode: 4100 })
    expect(askedFor({ wallet }, capabilities)).toBe(2)
  })

  it('is not asked when the wallet told it with the session', async () => {
    const account = evm.accounts[0]?.address as Hex
    const supported = { atomic: { status: 'supported' } }
    const told = JSON.stringify({ [account]: { '0x7a69': supported } })
    const { page, wallet } = await connected({ properties: { sessionProperties: { capabilities: told } } })
    const ask = (...params: unknown[]) => providerOf(page).request({ method: capabilities, params })
    expect(await ask(account)).toEqual({ '0x7a69': supported })
    expect(await ask(account, ['0x7a69'])).toEqual({ '0x7a69': supported })
    expect(askedFor({ wallet }, capabilities)).toBe(0)
    expect(await ask(account, ['0x1'])).toEqual({ '0x1': { atomic: { status: 'unsupported' } } })
    expect(askedFor({ wallet }, capabilities)).toBe(1)
  })
})
