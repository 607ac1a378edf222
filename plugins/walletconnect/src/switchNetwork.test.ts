// Asking a wallet for a network its session lacks: the real client libraries on both sides, and a local node.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { findCapability, Send } from '@latchkey/kernel/contracts'
import { Namespace } from '@latchkey/kernel/plugin'
import { Networks, NetworkSwitched } from '@latchkey/kernel/wallet'
import { eip155 } from '@latchkey/plugin-eip155'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  anvil,
  type Bench,
  ethereum,
  evmChain,
  newDevice,
  type Page,
  signingMethods,
  startBench,
} from '../test/startBench.js'

const switching = 'wallet_switchEthereumChain'
const adding = 'wallet_addEthereumChain'
const patience = { timeout: 40_000 }

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

interface Situation {
  /** Whether the wallet knows the second network. Default true. */
  readonly knows?: boolean
  readonly request?: 'approve' | 'reject' | 'queue'
  readonly methods?: readonly string[]
}

/** An app with two networks and a wallet that was connected with the first alone. */
async function connected({ knows = true, request = 'approve', methods }: Situation = {}) {
  const approve = { chains: [ethereum], ...(methods ? { methods } : {}) }
  bench = await startBench({
    policies: { proposal: { approve }, request },
    networks: { eip155: knows ? [ethereum, anvil] : [ethereum] },
    keys: { eip155: [Buffer.from(evm.accounts[3]?.privateKey.slice(2) ?? '', 'hex')] },
    addsNetworks: true,
  })
  const { wallet, open } = bench
  const device = newDevice()
  const plugins = () => [
    eip155({
      networks: [evmChain(1, 'Ethereum'), evmChain(31337, 'Local', evm.url)],
      // An endpoint of the host's own, which no wallet may learn.
      rpcUrls: { 31337: `${evm.url}/?key=secret` },
    }),
  ]
  const page = await open(device, plugins())
  await page.connect(wallet.pair)
  const networks = page.kernel.get(Networks)
  expect(networks.active()?.id).toBe(ethereum)
  const [session] = wallet.sessions
  const granted = session?.namespaces['eip155']
  if (!session || !granted) throw new Error('There is no EVM session.')
  const { topic } = session
  const [address = ''] = wallet.signers[0]?.addresses(ethereum) ?? []
  const accounts = [`${ethereum}:${address}`, `${anvil}:${address}`]
  return {
    page,
    wallet,
    topic,
    networks,
    asked: () => wallet.answers.flatMap(({ kind, method }) => (kind === 'request' ? [method] : [])),
    /** Grants the second network, as a wallet does by a session update. */
    grant: () => wallet.update(topic, { eip155: { ...granted, chains: [ethereum, anvil], accounts } }),
    update: (change: Partial<typeof granted>) => wallet.update(topic, { eip155: { ...granted, ...change } }),
    announce: () => wallet.emit(topic, { name: 'chainChanged', data: 31337 }, ethereum),
    async reload() {
      await page.kernel.dispose()
      const again = await open(device, plugins())
      await expect
        .poll(() => again.session.activeConnection('eip155')?.connectorId, patience)
        .toBe('walletConnect')
      return again
    },
  }
}

async function expectSignature(page: Page): Promise<void> {
  const { address, signature } = await page.sign('eip155', 'hi')
  const sound = await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })
  expect(sound).toBe(true)
}

async function expectPayment(page: Page): Promise<void> {
  const namespace = page.kernel.list(Namespace).find(({ id }) => id === 'eip155')
  const send = findCapability(namespace?.capabilities ?? [], Send)
  const from = page.session.activeAccount('eip155')
  if (!send || !from) throw new Error('Nothing can be sent.')
  const to = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')}` as Hex
  const provider = page.session.provider({ namespace: 'eip155' })
  const prepared = await send.prepare({ networkId: anvil, from, to, amount: 5n, provider })
  expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
  expect(await evm.client.getBalance({ address: to })).toBe(5n)
}

describe('a network the session lacks', () => {
  it('is asked for on the network the wallet is on, becomes current, and is so after a reload', async () => {
    const { page, wallet, networks, asked, reload } = await connected({ request: 'queue' })
    expect(networks.supportsAllNetworks('eip155')).toBe(true)
    const switched: unknown[] = []
    page.kernel.events.on(NetworkSwitched, (event) => switched.push(event))
    const attempt = networks.switch(anvil)
    const request = await wallet.next('request')
    expect(request).toMatchObject({ method: switching, chainId: ethereum, params: [{ chainId: '0x7a69' }] })
    expect([networks.state.switching, networks.active()?.id]).toEqual([anvil, ethereum])
    wallet.setPolicies({ request: 'approve' })
    await request.approve()
    await attempt
    expect(networks.active()?.id).toBe(anvil)
    expect(switched).toEqual([{ networkId: anvil, by: 'app' }])
    await expectSignature(page)
    const again = await reload()
    expect(again.kernel.get(Networks).active()?.id).toBe(anvil)
    await expectSignature(again)
    await again.kernel.get(Networks).switch(ethereum)
    await again.kernel.get(Networks).switch(anvil)
    await expect.poll(asked).toEqual([switching, 'personal_sign', 'personal_sign'])
    expect(wallet.errors).toEqual([])
  })

  it('is added to a wallet that does not know it, with its public endpoint, and is paid on', async () => {
    const { page, wallet, networks, asked, reload } = await connected({ knows: false, request: 'queue' })
    const attempt = networks.switch(anvil)
    await (await wallet.next('request')).approve()
    const request = await wallet.next('request')
    expect(request).toMatchObject({ method: adding, chainId: ethereum })
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = { chainId: '0x7a69', chainName: 'Local', nativeCurrency, rpcUrls: [evm.url] }
    expect(request.params).toEqual([chain])
    wallet.setPolicies({ request: 'approve' })
    await request.approve()
    await attempt
    expect(networks.active()?.id).toBe(anvil)
    await expectPayment(page)
    const again = await reload()
    expect(again.kernel.get(Networks).active()?.id).toBe(anvil)
    await expectPayment(again)
    await expect.poll(asked).toEqual([switching, adding, 'eth_sendTransaction', 'eth_sendTransaction'])
  })

  it.each([
    ['4902', { code: 4902, message: 'Unrecognized chain.' }],
    ['4902 inside', { code: -32603, message: 'Failed.', data: { originalError: { code: 4902 } } }],
    ['32603', { code: 32603, message: 'Failed.' }],
    ['5000 with words', { code: 5000, message: 'Unrecognized chain ID "0x7a69".' }],
  ])('is added when the wallet says by %s that it does not know it', async (_, error) => {
    const { wallet, networks, asked } = await connected({ request: 'queue' })
    const attempt = networks.switch(anvil)
    const first = await wallet.next('request')
    wallet.setPolicies({ request: 'approve' })
    await first.reject(error)
    await attempt
    expect(networks.active()?.id).toBe(anvil)
    expect(asked()).toEqual([switching, adding])
  })

  it('is added at once where the wallet may be told of networks and not be asked to switch', async () => {
    const { networks, asked } = await connected({ knows: false, methods: [...signingMethods, adding] })
    await networks.switch(anvil)
    expect(networks.active()?.id).toBe(anvil)
    expect(asked()).toEqual([adding])
  })

  it('is asked for a second time when adding did not bring the wallet there', async () => {
    const { wallet, networks, grant, asked } = await connected({ knows: false, request: 'queue' })
    const attempt = networks.switch(anvil)
    await (await wallet.next('request')).approve()
    await (await wallet.next('request')).answer(null)
    const second = await wallet.next('request')
    expect(second.method).toBe(switching)
    await grant()
    await second.answer(null)
    await attempt
    expect(networks.active()?.id).toBe(anvil)
    expect(asked()).toEqual([switching, adding, switching])
  })

  it('is asked for in the same way by an app that speaks EIP-1193', async () => {
    const { page, networks, asked } = await connected({ knows: false })
    const provider = page.session.provider({ namespace: 'eip155' }) as {
      request(given: { method: string; params?: unknown }): Promise<unknown>
      on(event: string, listener: (payload: unknown) => void): void
    }
    const changes: unknown[] = []
    provider.on('chainChanged', (chainId) => changes.push(chainId))
    const switched = provider.request({ method: switching, params: [{ chainId: '0x7a69' }] })
    expect(await switched).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(changes).toEqual(['0x7a69'])
    expect(networks.active()?.id).toBe(anvil)
    expect(asked()).toEqual([switching, adding])
  })
})

describe('a wallet that says no', () => {
  it.each([
    ['to the switch', { knows: true }, [switching]],
    ['to the new network', { knows: false }, [switching, adding]],
  ])('%s leaves the network as it was, and can be asked again', async (_, situation, expected) => {
    const { page, wallet, networks, asked } = await connected({ ...situation, request: 'queue' })
    const attempt = networks.switch(anvil)
    const refused = expect(attempt).rejects.toMatchObject({ code: 'USER_REJECTED' })
    for (const method of expected) {
      const request = await wallet.next('request')
      expect(request.method).toBe(method)
      if (method === expected.at(-1)) await request.reject()
      else await request.approve()
    }
    await refused
    expect([networks.active()?.id, networks.state.switching]).toEqual([ethereum, undefined])
    wallet.setPolicies({ request: 'approve' })
    await expectSignature(page)
    await networks.switch(anvil)
    expect(networks.active()?.id).toBe(anvil)
    await expect.poll(asked).toEqual([...expected, 'personal_sign', ...expected])
  })

  it('by what it approved is not asked', async () => {
    const { page, networks, asked } = await connected({ methods: signingMethods })
    expect([networks.isApproved(anvil), networks.supportsAllNetworks('eip155')]).toEqual([false, false])
    await expect(networks.switch(anvil)).rejects.toMatchObject({ code: 'NETWORK_NOT_APPROVED' })
    const provider = page.session.provider({ namespace: 'eip155' }) as {
      request(given: object): Promise<unknown>
    }
    const attempt = provider.request({ method: switching, params: [{ chainId: '0x7a69' }] })
    await expect(attempt).rejects.toMatchObject({ code: 'NETWORK_NOT_APPROVED' })
    expect([networks.active()?.id, asked()]).toEqual([ethereum, []])
  })

  it('because it does not know the network and may not be told of it, is explained', async () => {
    const { networks, asked } = await connected({ knows: false, methods: [...signingMethods, switching] })
    await expect(networks.switch(anvil)).rejects.toMatchObject({
      code: 'NETWORK_NOT_ADDABLE',
      shortMessage: 'Latchkey test wallet does not know Local. Add the network in the wallet first.',
    })
    expect([networks.active()?.id, asked()]).toEqual([ethereum, [switching]])
  })

  it('by ending the session ends the wait', async () => {
    const { wallet, networks, topic, page } = await connected({ request: 'queue' })
    const attempt = networks.switch(anvil)
    const ended = expect(attempt).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    await (await wallet.next('request')).answer(null)
    await wallet.disconnect(topic)
    await ended
    await expect.poll(() => page.session.state.connections).toEqual([])
  })
})

describe('a wallet that says yes', () => {
  it('and grants nothing is told of, and is believed when it grants the network later', async () => {
    const { page, wallet, networks, grant, announce, asked } = await connected({ request: 'queue' })
    const attempt = networks.switch(anvil)
    const unconfirmed = expect(attempt).rejects.toMatchObject({ code: 'NETWORK_SWITCH_UNCONFIRMED' })
    await (await wallet.next('request')).answer(null)
    await unconfirmed
    expect(networks.active()?.id).toBe(ethereum)
    wallet.setPolicies({ request: 'approve' })
    await expectSignature(page)
    await grant()
    await announce()
    await expect.poll(() => networks.active()?.id).toBe(anvil)
    await networks.switch(ethereum)
    await networks.switch(anvil)
    await expectSignature(page)
    await expect.poll(asked).toEqual([switching, 'personal_sign', 'personal_sign'])
  }, 60_000)

  it('before it grants the network is waited for', async () => {
    const { wallet, networks, grant } = await connected({ request: 'queue' })
    const attempt = networks.switch(anvil)
    await (await wallet.next('request')).answer(null)
    await grant()
    await attempt
    expect(networks.active()?.id).toBe(anvil)
  })
})

describe('a wallet on its own account', () => {
  it('goes to a network it shares no account on, which changes nothing until it does', async () => {
    const { page, wallet, networks, announce, grant } = await connected()
    await announce()
    await expectSignature(page)
    expect(networks.active()?.id).toBe(ethereum)
    expect(page.session.activeConnection('eip155')?.networks).toEqual({ eip155: ethereum })
    await grant()
    await expect.poll(() => networks.active()?.id).toBe(anvil)
    expect(wallet.errors).toEqual([])
  })

  it('shares one more network, which does not move the app off its own', async () => {
    const { page, wallet, topic, networks, update } = await connected()
    const switched: unknown[] = []
    page.kernel.events.on(NetworkSwitched, (event) => switched.push(event))
    await networks.switch(anvil)
    const [address = ''] = wallet.signers[0]?.addresses(ethereum) ?? []
    const more = ['eip155:5', ethereum, anvil]
    await update({ chains: more, accounts: more.map((id) => `${id}:${address}`) })
    await wallet.emit(topic, { name: 'chainChanged', data: 5 }, 'eip155:5')
    await expect.poll(() => networks.active()).toEqual({ status: 'unsupported', id: 'eip155:5' })
    expect(switched).toEqual([
      { networkId: anvil, by: 'app' },
      { networkId: 'eip155:5', by: 'wallet' },
    ])
  })

  it('lets itself be asked no more, and again', async () => {
    const { networks, update } = await connected()
    const supported = () => [networks.isApproved(anvil), networks.supportsAllNetworks('eip155')]
    expect(supported()).toEqual([true, true])
    await update({ methods: signingMethods })
    await expect.poll(supported).toEqual([false, false])
    await update({ methods: [...signingMethods, switching] })
    await expect.poll(supported).toEqual([true, true])
  })
})
