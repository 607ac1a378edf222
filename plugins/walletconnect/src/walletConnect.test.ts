// The real client libraries on both sides, over the local relay.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { Networks } from '@latchkey/kernel/wallet'
import { WalletConnectPairing } from './index.js'
import {
  anvil,
  type Bench,
  ethereum,
  newDevice,
  signingMethods,
  solanaId,
  startBench,
} from '../test/startBench.js'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

async function started(options?: Parameters<typeof startBench>[0]): Promise<Bench> {
  bench = await startBench(options)
  return bench
}

async function expectSignature(page: Awaited<ReturnType<Bench['open']>>): Promise<void> {
  const { address, signature } = await page.sign('eip155', 'hi')
  expect(await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })).toBe(
    true,
  )
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

describe('connecting', () => {
  it('connects and signs over EVM networks', async () => {
    const { open, wallet } = await started()
    const page = await open(newDevice(), ['eip155'])
    const connection = await page.connect(wallet.pair)
    expect(connection.namespaces).toEqual(['eip155'])
    expect(connection.networks).toEqual({ eip155: ethereum })
    expect(connection.approvedNetworks).toEqual({ eip155: undefined })
    expect(connection.accounts.map(({ id }) => id)).toEqual([
      `${ethereum}:${wallet.signers[0]?.addresses(ethereum)[0]}`,
    ])
    await expectSignature(page)
    expect(wallet.errors).toEqual([])
  })

  it('connects two namespaces with one approval and signs on each', async () => {
    const { open, wallet } = await started()
    const page = await open()
    const connection = await page.connect(wallet.pair)
    expect(connection.namespaces).toEqual(['eip155', 'solana'])
    await expect.poll(() => wallet.answers).toMatchObject([{ kind: 'proposal', outcome: 'approved' }])
    await expectSignature(page)
    const { address, signature } = await page.sign('solana', 'hi')
    const isSound = ed25519.verify(
      base58.decode(signature),
      new TextEncoder().encode('hi'),
      base58.decode(address),
    )
    expect(isSound).toBe(true)
    await page.session.disconnect()
    expect(page.session.state.connections).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
  })
})

describe('a provider the app keeps', () => {
  it('says after disconnecting that it must be connected first, on every chain', async () => {
    const { open, wallet } = await started()
    const page = await open()
    await page.connect(wallet.pair)
    const provider = page.session.provider<{ request(given: object): Promise<unknown> }>({
      namespace: 'eip155',
    })
    const solana = page.session.provider<{ features: Record<string, any>; accounts: unknown[] }>({
      namespace: 'solana',
    })
    const [account] = solana?.accounts ?? []
    await page.session.disconnect()
    const expected = { code: 'CONNECTION_NOT_FOUND' }
    const asked = provider?.request({ method: 'personal_sign', params: ['0x68', '0x'] })
    await expect(asked).rejects.toMatchObject(expected)
    const signed = solana?.features['solana:signMessage'].signMessage({ account, message: new Uint8Array(1) })
    await expect(signed).rejects.toMatchObject(expected)
    await expect.poll(() => wallet.sessions).toEqual([])
  })
})

describe('the wallet’s answer', () => {
  it('reports a refusal as the person’s choice and leaves nothing behind', async () => {
    const { open, wallet } = await started({ policies: { proposal: 'reject' } })
    const device = newDevice()
    const page = await open(device)
    await expect(page.connect(wallet.pair)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(page.session.state.connections).toEqual([])
    expect([...device.kernelStorage.keys()].filter((key) => key.endsWith('pairing.session'))).toEqual([])
    wallet.setPolicies({ proposal: 'approve' })
    await page.connect(wallet.pair)
    expect(page.uris).toHaveLength(2)
    expect(page.uris[0]).not.toBe(page.uris[1])
  })

  it('says so when the wallet supports none of the networks', async () => {
    const { open, wallet } = await started({
      policies: { proposal: { approve: { namespaces: ['cosmos'] } } },
    })
    const page = await open()
    await expect(page.connect(wallet.pair)).rejects.toMatchObject({ code: 'SESSION_REFUSED' })
  })

  it('keeps to what was approved in part, and makes an approved network the current one', async () => {
    const only = { chains: [anvil], methods: signingMethods }
    const { open, wallet } = await started({ policies: { proposal: { approve: only } } })
    const page = await open()
    const connection = await page.connect(wallet.pair)
    expect(connection.namespaces).toEqual(['eip155'])
    expect(connection.networks).toEqual({ eip155: anvil })
    expect(connection.approvedNetworks).toEqual({ eip155: [anvil] })
    expect(page.session.state.namespaces['solana']?.status ?? 'disconnected').toBe('disconnected')
    const live = page.session.connection(connection.id)
    await expect(live?.switchNetwork?.(ethereum)).rejects.toMatchObject({ code: 'NETWORK_NOT_APPROVED' })
  })

  it('reports a declined signature as the person’s choice', async () => {
    const { open, wallet } = await started({ policies: { proposal: 'approve', request: 'reject' } })
    const page = await open()
    await page.connect(wallet.pair)
    await expect(page.sign('eip155', 'hi')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

describe('what the wallet does later', () => {
  it('follows accounts and networks', async () => {
    const { open, wallet } = await started()
    const page = await open(newDevice(), ['eip155'])
    await page.connect(wallet.pair)
    const [{ topic } = { topic: '' }] = wallet.sessions
    const [first, second] = wallet.signers[0]?.addresses(ethereum) ?? []
    expect(page.session.activeAccount('eip155')?.address).toBe(first)
    await wallet.selectAccount(topic, 'eip155', 1)
    await expect.poll(() => page.session.activeAccount('eip155')?.address).toBe(second)
    await wallet.switchChain(topic, anvil)
    await expect.poll(() => page.session.activeConnection('eip155')?.networks).toEqual({ eip155: anvil })
    await expectSignature(page)
    await wallet.extend(topic)
  })

  it('puts the account first that the wallet names, also without an update', async () => {
    const { open, wallet } = await started()
    const page = await open(newDevice(), ['eip155'])
    await page.connect(wallet.pair)
    const [session] = wallet.sessions
    const granted = session?.namespaces['eip155']
    const [first, second] = wallet.signers[0]?.addresses(ethereum) ?? []
    if (!session || !granted) throw new Error('There is no EVM session.')
    const accounts = [`${ethereum}:${first}`, `${ethereum}:${second}`]
    await wallet.update(session.topic, { eip155: { ...granted, accounts } })
    await expect.poll(() => page.session.activeConnection('eip155')?.accounts.length).toBe(2)
    expect(page.session.activeAccount('eip155')?.address).toBe(first)
    const event = { name: 'accountsChanged', data: [second] }
    await wallet.emit(session.topic, event, ethereum)
    await expect.poll(() => page.session.activeAccount('eip155')?.address).toBe(second)
  })

  it('is not asked when the app goes to another namespace of its session', async () => {
    const { open, wallet } = await started()
    const page = await open()
    await page.connect(wallet.pair)
    const networks = page.kernel.get(Networks)
    await networks.switch(solanaId)
    expect(networks.active()?.id).toBe(solanaId)
    const address = page.session.activeAccount('solana')?.address
    const signer = wallet.signers.find((held) => held.namespace === 'solana')
    expect(address).toBe(signer?.addresses(solanaId)[0])
    await networks.switch(anvil)
    expect(networks.active()?.id).toBe(anvil)
    expect(wallet.answers.map(({ kind }) => kind)).toEqual(['proposal'])
  })

  it('grows when the wallet adds a network', async () => {
    const { open, wallet } = await started({
      policies: {
        proposal: { approve: { chains: [ethereum], methods: signingMethods } },
        request: 'approve',
      },
    })
    const page = await open(newDevice(), ['eip155'])
    await page.connect(wallet.pair)
    const [{ topic } = { topic: '' }] = wallet.sessions
    await wallet.switchChain(topic, anvil)
    await expect
      .poll(() => page.session.activeConnection('eip155')?.approvedNetworks)
      .toEqual({ eip155: [ethereum, anvil] })
    await expect.poll(() => page.session.activeConnection('eip155')?.networks).toEqual({ eip155: anvil })
  })

  it('ends here when the wallet ends it, and what is asked then is refused', async () => {
    const { open, wallet } = await started({ policies: { proposal: 'approve', request: 'ignore' } })
    const device = newDevice()
    const page = await open(device)
    await page.connect(wallet.pair)
    const asked = page.sign('eip155', 'hi')
    const refused = expect(asked).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    const [{ topic } = { topic: '' }] = wallet.sessions
    await wallet.disconnect(topic)
    await refused
    await expect.poll(() => page.session.state.connections).toEqual([])
    const again = await open(device)
    await expect.poll(() => again.session.state.restored).toBe(true)
    expect(again.session.state.connections).toEqual([])
  })
})

describe('a reload', () => {
  it('takes the session up without a prompt', async () => {
    const { open, wallet } = await started()
    const device = newDevice()
    const before = await open(device)
    await before.connect(wallet.pair)
    await before.kernel.dispose()
    const page = await open(device)
    await expect.poll(() => page.session.activeConnection('eip155')?.connectorId).toBe('walletConnect')
    await expectSignature(page)
    await expect.poll(() => wallet.answers.map(({ kind }) => kind)).toEqual(['proposal', 'request'])
  })

  it('finds out what the wallet ended while the page was closed', async () => {
    const { open, wallet } = await started()
    const device = newDevice()
    const before = await open(device)
    await before.connect(wallet.pair)
    await before.kernel.dispose()
    const [{ topic } = { topic: '' }] = wallet.sessions
    await wallet.disconnect(topic)
    const page = await open(device)
    await expect.poll(() => page.session.state.restored).toBe(true)
    await expect.poll(() => page.session.state.connections).toEqual([])
  })

  it('shows the session although the relay is down, and signs when it is back', async () => {
    const { open, wallet, relay } = await started()
    const device = newDevice()
    const before = await open(device)
    await before.connect(wallet.pair)
    await before.kernel.dispose()
    await relay.pause()
    const page = await open(device)
    await expect.poll(() => page.session.activeConnection('eip155')?.connectorId).toBe('walletConnect')
    await relay.resume()
    await expectSignature(page)
  })

  it('ends what a page left behind that closed before it knew of the approval', async () => {
    const { open, wallet } = await started()
    const device = newDevice()
    const before = await open(device)
    await before.connect(wallet.pair)
    await before.kernel.dispose()
    for (const key of device.kernelStorage.keys()) {
      if (key.endsWith('session')) device.kernelStorage.delete(key)
    }
    expect(wallet.sessions).toHaveLength(1)
    const [abandoned] = wallet.sessions
    const page = await open(device)
    await page.connect(wallet.pair)
    await expect.poll(() => wallet.sessions.map(({ topic }) => topic)).not.toContain(abandoned?.topic)
    expect(wallet.sessions).toHaveLength(1)
    await expectSignature(page)
  })

  it('does not open the client when there is nothing to take up', async () => {
    const { open, relay } = await started()
    const device = newDevice()
    const accepted = relay.stats().accepted
    const page = await open(device)
    await expect.poll(() => page.session.state.restored).toBe(true)
    expect(relay.stats().accepted).toBe(accepted)
    expect(device.clientStorage.entries.size).toBe(0)
  })
})

describe('a cancelled attempt', () => {
  it('keeps the pairing for the next one, and ends a session approved in between', async () => {
    const { open, wallet } = await started({ policies: { proposal: 'queue' } })
    const page = await open()
    const controller = new AbortController()
    const scanned = deferred()
    const attempt = page.connect((uri) => void wallet.pair(uri).then(scanned.resolve), controller.signal)
    await scanned.promise
    const proposal = await wallet.next('proposal')
    controller.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await proposal.approve()
    await expect.poll(() => wallet.sessions).toEqual([])
    expect(page.session.state.connections).toEqual([])
  })

  it('is renewed ten seconds before it would end, and the new code connects', async () => {
    const { open, wallet, advance } = await started()
    const page = await open()
    const renewed = deferred()
    const begun = Math.floor(Date.now() / 1000) * 1000
    const attempt = page.connect(() => page.uris.length === 2 && renewed.resolve())
    await expect.poll(() => page.uris).toHaveLength(1)
    const status = page.kernel.get(WalletConnectPairing)
    expect(status.current?.uri).toBe(page.uris[0])
    // Four minutes, less the ten seconds in which nobody should begin to scan.
    const renewsAt = status.current?.renewsAt ?? 0
    expect(renewsAt).toBeGreaterThanOrEqual(begun + 230_000)
    expect(renewsAt).toBeLessThanOrEqual(Date.now() + 230_000)
    advance(231_000)
    await renewed.promise
    expect(page.uris[1]).not.toBe(page.uris[0])
    expect(status.current?.uri).toBe(page.uris[1])
    await wallet.pair(page.uris[1] as string)
    await attempt
    expect(status.current).toBeUndefined()
    await expectSignature(page)
  })

  it('makes one client and one pairing for a hundred openings', async () => {
    const { open, wallet, relay } = await started()
    const page = await open()
    const sockets = relay.stats().accepted
    for (let opening = 0; opening < 100; opening += 1) {
      const controller = new AbortController()
      const shown = deferred()
      const attempt = page.connect(() => shown.resolve(), controller.signal)
      await shown.promise
      controller.abort()
      await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    }
    expect(new Set(page.uris).size).toBe(1)
    expect(relay.stats().accepted - sockets).toBe(1)
    await page.connect(wallet.pair)
    expect(page.uris).toHaveLength(101)
    await expectSignature(page)
  })
})
