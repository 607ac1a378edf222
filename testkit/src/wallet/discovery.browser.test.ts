import { getWallets } from '@wallet-standard/app'
import { web3Accounts, web3Enable, web3FromAddress } from '@polkadot/extension-dapp'
import { addListener, getProviderById, getProviders, request } from '@sats-connect/core'
import { createStore } from 'mipd'
import { afterEach, describe, expect, it } from 'vitest'
import { createBitcoinTestWallet } from '../bitcoin/createBitcoinTestWallet.js'
import { createMultichainTestWallet } from '../multichain/createMultichainTestWallet.js'
import { createPolkadotTestWallet } from '../polkadot/createPolkadotTestWallet.js'
import { createSolanaTestWallet } from '../solana/createSolanaTestWallet.js'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  localStorage.clear()
})

const standardWallets = () => getWallets().get()
const named = (name: string) => standardWallets().filter((wallet) => wallet.name === name)

describe('the Wallet Standard', () => {
  it('finds a Solana wallet that comes late, and loses it when it disappears', () => {
    const { on } = getWallets()
    const found: string[] = []
    cleanups.push(on('register', (...wallets) => found.push(...wallets.map(({ name }) => name))))
    const test = createSolanaTestWallet({ name: 'Late' })
    cleanups.push(test.register())
    expect(found).toEqual(['Late'])
    expect(named('Late')[0]).toBe(test.wallet)
    test.control.disappear()
    expect(named('Late')).toEqual([])
    test.control.appear()
    expect(named('Late')).toHaveLength(1)
  })

  it('remembers the permission over a reload, and forgets it on disconnect', async () => {
    const create = () => createSolanaTestWallet({ name: 'Memory' })
    const first = create()
    await first.wallet.features['standard:connect']!.connect()
    expect(create().wallet.accounts).toHaveLength(1)
    await first.wallet.features['standard:disconnect']!.disconnect()
    expect(create().wallet.accounts).toHaveLength(0)
  })

  it('asks in a dialog of its own', async () => {
    const { wallet } = createSolanaTestWallet({ name: 'Asking', approval: 'prompt' })
    const answer = wallet.features['standard:connect']!.connect()
    const shown = () => document.querySelector('latchkey-test-wallet')?.shadowRoot?.querySelector('dialog')
    await expect.poll(shown).toBeTruthy()
    expect(shown()!.textContent).toContain('Show your Solana account to this page?')
    expect(shown()!.querySelector('.wallet')?.textContent).toBe('Asking')
    shown()!.querySelector<HTMLButtonElement>('[value=reject]')!.click()
    await expect(answer).rejects.toMatchObject({ code: 4001 })
  })
})

describe('Bitcoin providers', () => {
  it('are listed, reached by their path and spoken to by sats-connect', async () => {
    const test = createBitcoinTestWallet({ name: 'Sats', permitted: false })
    cleanups.push(test.injectProvider())
    expect(getProviders()).toEqual([expect.objectContaining({ id: 'Sats.BitcoinProvider', name: 'Sats' })])
    expect(getProviderById('Sats.BitcoinProvider')).toBe(test.satsConnect)
    const answer = await request('wallet_connect', null, 'Sats.BitcoinProvider')
    expect(answer).toMatchObject({
      status: 'success',
      result: { addresses: [{ purpose: 'payment' }, { purpose: 'ordinals' }] },
    })
    test.control.rejectNext('signMessage')
    const params = { address: test.accounts[0]!.payment, message: 'Hello' }
    const refused = await request('signMessage', params, 'Sats.BitcoinProvider')
    expect(refused).toMatchObject({ status: 'error', error: { code: -32000 } })
    const events: unknown[] = []
    addListener(
      { eventName: 'accountChange', cb: (event: unknown) => events.push(event) },
      'Sats.BitcoinProvider',
    )
    test.control.switchAccount(test.accounts[1]!.payment)
    expect(events).toHaveLength(1)
    test.control.disappear()
    expect(getProviders()).toEqual([])
    expect(getProviderById('Sats.BitcoinProvider')).toBeUndefined()
  })

  it('the UniSat-style object takes its place and leaves it as it was', () => {
    const before = { old: true }
    Object.assign(window, { unisat: before })
    const test = createBitcoinTestWallet({ name: 'Uni' })
    const leave = test.injectUnisat()
    expect(Reflect.get(window, 'unisat')).toBe(test.unisat)
    leave()
    expect(Reflect.get(window, 'unisat')).toBe(before)
    Reflect.deleteProperty(window, 'unisat')
  })
})

describe('injected Polkadot wallets', () => {
  it('are enabled, listed and signed with by the extension library', async () => {
    const test = createPolkadotTestWallet({ name: 'Dots', exposeAllAccounts: true })
    cleanups.push(test.inject())
    const extensions = await web3Enable('A page')
    expect(extensions.map(({ name, version }) => [name, version])).toEqual([['Dots', '1.0.0']])
    const accounts = await web3Accounts()
    expect(accounts.map(({ address, meta }) => [address, meta.source])).toEqual([
      ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'Dots'],
      ['5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty', 'Dots'],
    ])
    const { signer } = await web3FromAddress(accounts[0]!.address)
    const { signature } = await signer.signRaw!({
      address: accounts[0]!.address,
      data: '0x00',
      type: 'bytes',
    })
    expect(signature).toMatch(/^0x[0-9a-f]{128}$/)
    test.control.disappear()
    expect(Object.keys(window.injectedWeb3 ?? {})).not.toContain('Dots')
  })
})

describe('a wallet that spans chains', () => {
  it('is found on every chain under one name and icon, and leaves them together', () => {
    const store = createStore()
    cleanups.push(() => store.destroy())
    const test = createMultichainTestWallet({
      name: 'Everywhere',
      evm: {},
      solana: {},
      bitcoin: {},
    })
    cleanups.push(test.announce())
    const evm = () => store.getProviders().filter(({ info }) => info.name === 'Everywhere')
    const faces = [evm()[0]!.info, ...named('Everywhere'), ...getProviders()]
    expect(faces).toHaveLength(4)
    for (const { name, icon } of faces) expect([name, icon]).toEqual(['Everywhere', test.icon])
    expect(named('Everywhere').flatMap(({ chains }) => chains)).toEqual([
      'solana:localnet',
      'bitcoin:regtest',
    ])
    test.control.disappear()
    store.reset()
    expect([...evm(), ...named('Everywhere'), ...getProviders()]).toEqual([])
    test.control.appear()
    expect(named('Everywhere')).toHaveLength(2)
  })

  it('needs at least one chain', () => {
    expect(() => createMultichainTestWallet({})).toThrow('needs at least one')
  })
})
